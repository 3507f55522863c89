import { constants, deflateSync, inflateSync } from "node:zlib";
import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRawStream } from "@cantoo/pdf-lib";
import { decodeWithin } from "./read-pdf.ts";

/** The limit of one inflated stream, in bytes. A colour scan of an A4 page at 600 dpi takes 104 MB. */
const MOST_OF_ONE = 128_000_000;
/** The limit of all inflated streams of a file, in bytes: readers have to hold them in memory. */
export const MOST_OF_ALL = 256_000_000;
/** A lower limit for pdf-lib's slow decoders: these filters are obsolete, and used for text. */
const MOST_BY_HAND = 32_000_000;

const BY_HAND = new Set(["LZWDecode", "RunLengthDecode", "ASCII85Decode", "ASCIIHexDecode"]);
const IMAGES = new Set(["DCTDecode", "JPXDecode", "CCITTFaxDecode", "JBIG2Decode"]);

const asList = (value: PDFObject | undefined): PDFObject[] =>
  value instanceof PDFArray
    ? value
        .asArray()
        .map((_, index) => value.lookup(index))
        .filter((one) => one !== undefined)
    : value
      ? [value]
      : [];

/**
 * The inflated size of a stream in bytes; an image with its own codec counts as stored. Throws when it is too large, uses an unknown
 * filter, or its bytes do not match the filter.
 */
export function inflatedSize({ dict, contents }: PDFRawStream): number {
  const filters = asList(dict.lookup(PDFName.of("Filter")));
  const params = asList(dict.lookup(PDFName.of("DecodeParms")));
  let bytes = contents;
  filters.forEach((filter, index) => {
    const name = filter instanceof PDFName ? filter.decodeText() : "";
    const param = params[index];
    if (name === "FlateDecode") bytes = inflate(bytes);
    else if (BY_HAND.has(name))
      bytes = decodeWithin(MOST_BY_HAND, name, bytes, param instanceof PDFDict ? param : undefined);
    else if (!IMAGES.has(name) || index < filters.length - 1) throw new Error("a filter that is not known");
  });
  return bytes.length;
}

function inflate(bytes: Uint8Array): Uint8Array {
  try {
    // Many programs leave out the end of the stream.
    return inflateSync(bytes, { maxOutputLength: MOST_OF_ONE, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw error;
    // Readers tolerate a wrong checksum, so it is tolerated here.
    return decodeWithin(MOST_BY_HAND, "FlateDecode", bytes);
  }
}

/** The bytes of a stream as stored; uncompressed streams are deflated, so no content stays in clear text. */
export function packed({ dict, contents }: PDFRawStream): { isPacked: boolean; bytes: Uint8Array } {
  const isPacked = asList(dict.lookup(PDFName.of("Filter"))).length === 0;
  return { isPacked, bytes: isPacked ? deflateSync(contents) : contents };
}
