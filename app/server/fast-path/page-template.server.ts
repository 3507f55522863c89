import { constants, crc32, deflateRawSync, gzipSync } from "node:zlib";

/** A rendered page that can be served with a new nonce each time, plain or in gzip, without rendering or compressing it again. */
export type PageTemplate = {
  /** The memory that it takes, roughly. */
  bytes: number;
  plain(nonce: string): string;
  gzip(nonce: string): Buffer;
};

const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff]);
const WINDOW = 32 * 1024;
/** Of a page that is given once. Its parts, to be given often, are compressed by the best one. */
const QUICK_LEVEL = 4;

/** Splits a page at its nonce; later nonces must have the same length, in ASCII. */
export function openPageTemplate(html: string, nonce: string): PageTemplate {
  const parts = html.split(nonce);
  const plain = (next: string) => parts.join(next);
  let segments: Buffer[] | undefined;
  let isFirst = true;
  return {
    bytes: 2 * html.length,
    plain,
    gzip(next) {
      if (isFirst) {
        isFirst = false;
        return gzipSync(plain(next), { level: QUICK_LEVEL });
      }
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

// Each part may refer back to earlier parts, but never to a nonce: bytes that occur in no page replace it in the dictionary.
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

/** A stored (uncompressed) deflate block. */
function stored(text: string): Buffer {
  const { length } = text;
  return Buffer.concat([
    Buffer.from([0, length & 0xff, length >> 8, ~length & 0xff, (~length >> 8) & 0xff]),
    Buffer.from(text),
  ]);
}
