import { constants, crc32, deflateRawSync } from "node:zlib";

/** A rendered page that may be given with another nonce each time, plain or in gzip, without rendering or compressing anew. */
export type PageTemplate = { plain(nonce: string): string; gzip(nonce: string): Buffer };

const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
const WINDOW = 32 * 1024;

/** Takes a page apart at the nonce that it was rendered with; later ones must be as long, and of ASCII. */
export function openPageTemplate(html: string, nonce: string): PageTemplate {
  const parts = html.split(nonce);
  const plain = (next: string) => parts.join(next);
  let segments: Buffer[] | undefined;
  return {
    plain,
    gzip(next) {
      segments ??= segmentsOf(parts, nonce.length);
      const hole = stored(next);
      const body = segments.flatMap((segment, index) => (index === 0 ? [segment] : [hole, segment]));
      const page = Buffer.from(plain(next));
      const tail = Buffer.alloc(8);
      tail.writeUInt32LE(crc32(page), 0);
      tail.writeUInt32LE(page.length, 4);
      return Buffer.concat([HEAD, ...body, LAST_BLOCK, tail]);
    },
  };
}

// Each part may refer to what comes before it, but never to a nonce: where one goes stand bytes that no page has.
function segmentsOf(parts: string[], length: number): Buffer[] {
  const hole = Buffer.alloc(length, 1);
  let before = Buffer.alloc(0);
  return parts.map((part, index) => {
    const bytes = Buffer.from(part);
    const dictionary = index === 0 ? undefined : (before = Buffer.concat([before, hole]).subarray(-WINDOW));
    before = Buffer.concat([before, bytes]).subarray(-WINDOW);
    return deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH, ...(dictionary && { dictionary }) });
  });
}

/** A block of deflate that holds a text as it is. */
function stored(text: string): Buffer {
  const { length } = text;
  return Buffer.concat([Buffer.from([0, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff]), Buffer.from(text)]);
}
