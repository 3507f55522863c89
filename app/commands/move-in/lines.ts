import { Refusal } from "./refusal.ts";

/** The longest line of a dump in bytes: a row's texts have a limit in the old system too. */
const MOST_BYTES = 32_000_000;

/** The lines of a file in UTF-8, with their numbers, without a carriage return before the line end. Throws `Refusal`. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ text: string; at: number }> {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  let at = 0;
  const read = (parts: Uint8Array[]) => {
    at += 1;
    try {
      return { text: utf8.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts)).replace(/\r$/, ""), at };
    } catch {
      throw new Refusal(`line ${at}: the dump is not in UTF-8`);
    }
  };
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    let from = 0;
    for (let end = part.indexOf(10); end >= 0; end = part.indexOf(10, from)) {
      yield read([...pending, part.subarray(from, end)]);
      [pending, size, from] = [[], 0, end + 1];
    }
    if (from < part.length) {
      // A copy: the stream may use its buffer again.
      pending.push(Uint8Array.from(part.subarray(from)));
      size += part.length - from;
    }
    if (size > MOST_BYTES) throw new Refusal(`line ${at + 1}: longer than ${MOST_BYTES} bytes`);
  }
  if (size > 0) yield read(pending);
}
