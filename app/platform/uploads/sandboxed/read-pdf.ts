import {
  decodePDFRawStream,
  PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFParser,
  PDFRawStream,
} from "@cantoo/pdf-lib";

/**
 * The most bytes that decoder buffers may take for one file while its objects are read. Buffers double, so streams of 32 MB always fit. A
 * report of 10 MB takes one to five MB.
 */
const MOST_OF_OBJECTS = 64_000_000;

/** Every object of the current file, including objects that a later one with the same number replaces. */
let seen: PDFObject[] = [];
/** How many more bytes the buffers may take. */
let allowed = Infinity;

const { assign } = PDFContext.prototype;
PDFContext.prototype.assign = function assignSeen(this: PDFContext, ref, object) {
  seen.push(object);
  assign.call(this, ref, object);
};

// pdf-lib has no limit, and 2 MB may inflate to 2 GB: each buffer of its decoders checks the budget here.
type Decoder = { buffer: Uint8Array; decode(): Uint8Array; ensureBuffer(requested: number): Uint8Array };
const aDecoder = decodePDFRawStream(encoded("LZWDecode", new Uint8Array()));
const decoders = Object.getPrototypeOf(Object.getPrototypeOf(aDecoder)) as Decoder;
const { ensureBuffer } = decoders;
decoders.ensureBuffer = function ensureAllowed(this: Decoder, requested) {
  const before = this.buffer.byteLength;
  if (requested - before > allowed) throw new Error("inflates to too much");
  const buffer = ensureBuffer.call(this, requested);
  allowed -= buffer.byteLength - before;
  return buffer;
};

/** A stream with one filter and these bytes, outside of any file. */
function encoded(filter: string, contents: Uint8Array, params?: PDFDict): PDFRawStream {
  const dict = PDFDict.withContext(PDFContext.create());
  dict.set(PDFName.of("Filter"), PDFName.of(filter));
  if (params) dict.set(PDFName.of("DecodeParms"), params);
  return PDFRawStream.of(dict, contents);
}

/** Decodes one filter with pdf-lib. Throws when the buffers would grow by more than `most` bytes. */
export function decodeWithin(most: number, filter: string, contents: Uint8Array, params?: PDFDict): Uint8Array {
  allowed = most;
  return (decodePDFRawStream(encoded(filter, contents, params)) as unknown as Decoder).decode();
}

/**
 * Reads every object of a PDF, in byte order. `objects` includes objects that a later one with the same number replaces. Throws when an object
 * cannot be read, or the object streams inflate to too much.
 */
export async function readPdf(bytes: Uint8Array): Promise<{ context: PDFContext; objects: PDFObject[] }> {
  seen = [];
  allowed = MOST_OF_OBJECTS;
  const context = await PDFParser.forBytesWithOptions(bytes, Infinity, true).parseDocument();
  const objects = seen;
  seen = [];
  return { context, objects };
}
