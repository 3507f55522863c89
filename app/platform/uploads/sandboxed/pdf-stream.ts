import { constants, deflateSync, inflateSync } from "node:zlib";
import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRawStream } from "@cantoo/pdf-lib";
import { decodeWithin } from "./read-pdf.ts";

/** A page of A4 that was scanned with 600 dots an inch in colour has 104 MB. */
const MOST_OF_ONE = 128_000_000;
/** What the streams of a file may inflate to, together, in bytes: readers have to hold it. */
export const MOST_OF_ALL = 256_000_000;
/** pdf-lib's decoders are slow: these filters are of the last century, and of texts. */
const MOST_BY_HAND = 32_000_000;

const BY_HAND = new Set(["LZWDecode", "RunLengthDecode", "ASCII85Decode", "ASCIIHexDecode"]);
const IMAGES = new Set(["DCTDecode", "JPXDecode", "CCITTFaxDecode", "JBIG2Decode"]);

const each = (value: PDFObject | undefined): PDFObject[] =>
  value instanceof PDFArray ? value.asArray().map((_, index) => value.lookup(index)).filter((one) => one !== undefined) : value ? [value] : [];

/**
 * How many bytes a stream inflates to; an image that is coded by its own means counts as it is. Throws where that is too much, by a
 * filter that nobody knows, or where the bytes are not what their filter says.
 */
export function inflatedSize({ dict, contents }: PDFRawStream): number {
  const filters = each(dict.lookup(PDFName.of("Filter")));
  const params = each(dict.lookup(PDFName.of("DecodeParms")));
  let bytes = contents;
  filters.forEach((filter, index) => {
    const name = filter instanceof PDFName ? filter.decodeText() : "";
    const param = params[index];
    if (name === "FlateDecode") bytes = inflate(bytes);
    else if (BY_HAND.has(name)) bytes = decodeWithin(MOST_BY_HAND, name, bytes, param instanceof PDFDict ? param : undefined);
    else if (!IMAGES.has(name) || index < filters.length - 1) throw new Error("a filter that is not known");
  });
  return bytes.length;
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    // Many programs leave out the end.
    return inflateSync(bytes, { maxOutputLength: MOST_OF_ONE, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw error;
    // Readers forgive a wrong checksum, and so does this.
    return decodeWithin(MOST_BY_HAND, "FlateDecode", bytes);
  }
}

/** The bytes of a stream in the form in which they are stored: nothing stays in the clear. */
export function packed({ dict, contents }: PDFRawStream): { isPacked: boolean; bytes: Uint8Array } {
  const isPacked = each(dict.lookup(PDFName.of("Filter"))).length === 0;
  return { isPacked, bytes: isPacked ? deflateSync(contents) : contents };
}
