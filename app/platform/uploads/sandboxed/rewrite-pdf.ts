import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
  PDFWriter,
} from "@cantoo/pdf-lib";
import { type Cleaned, type FileProblem, MOST_BYTES } from "./clean-file.ts";
import { harmOf, telltale } from "./inspect-pdf.ts";
import { inflatedSize, MOST_OF_ALL, packed } from "./pdf-stream.ts";
import { readPdf } from "./read-pdf.ts";

/** Keys that only a signature of the original bytes needs. A broken signature would make a genuine report look forged. */
const OF_SIGNATURES = new Set(["Perms", "DSS", "SigFlags"]);
/** Types that a rewritten file never has: a reader that repairs files would take such a stream for an object table. */
const TABLES = new Set(["XRef", "ObjStm"]);
/** The start of an object, for a reader that searches all bytes for objects. */
const BEGINNING = /\d[\0\t\n\f\r ]+\d+(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])*obj(?![A-Za-z])/g;

/**
 * Rewrites a PDF without code, actions or embedded files from its inspected objects; says what stands against one that is not harmless. Objects that the
 * catalogue does not reach, bytes between objects, tables and signatures are dropped.
 */
export async function rewritePdf(bytes: Uint8Array): Promise<Cleaned> {
  const problem = telltale(bytes);
  if (problem) return { file: null, problem };
  try {
    const written = await rewritten(bytes);
    return typeof written === "string"
      ? { file: null, problem: written }
      : { file: { extension: "pdf", bytes: written } };
  } catch {
    // The objects of a protected file cannot be read either.
    return { file: null, problem: isProtected(bytes) ? "password" : "broken" };
  }
}

const isProtected = (bytes: Uint8Array) => /\/Encrypt(?![A-Za-z])/.test(Buffer.from(bytes).toString("latin1"));

/** Throws when the file cannot be read, or inflates to too much. */
async function rewritten(bytes: Uint8Array): Promise<Uint8Array | FileProblem> {
  const { context, objects } = await readPdf(bytes);
  const { Root, Info, Encrypt } = context.trailerInfo;
  if (Encrypt) return "password";
  if (!(Root instanceof PDFRef) || !(context.lookup(Root) instanceof PDFDict)) return "broken";
  // The information dictionary may be located in the trailer itself, which is not an object.
  for (const object of [...objects, Info]) {
    const harm = harmOf(object);
    if (harm) return harm;
  }
  const { written, count } = await write(context, { Root, Info });
  const text = Buffer.from(written).toString("latin1");
  const isUnambiguous =
    (text.match(BEGINNING)?.length ?? 0) === count && text.match(/(?<![A-Za-z])trailer(?![A-Za-z])/g)?.length === 1;
  if (!isUnambiguous) return "active";
  return written.length <= MOST_BYTES ? written : "large";
}

/** Writes the objects reachable from the catalogue and the information dictionary, each once, renumbered. */
async function write(from: PDFContext, roots: { Root: PDFRef; Info: PDFObject | undefined }) {
  const to = PDFContext.create();
  to.header = from.header;
  const numbers = new Map<PDFRef, PDFRef>();
  const waiting: [from: PDFRef, to: PDFRef][] = [];
  let inflated = 0;

  function copy(object: PDFObject): PDFObject {
    if (object instanceof PDFRef) return copyRef(object);
    if (object instanceof PDFArray)
      return object
        .asArray()
        .reduce<PDFArray>((array, one) => (array.push(copy(one)), array), PDFArray.withContext(to));
    if (object instanceof PDFDict) return copyDict(object);
    if (object instanceof PDFRawStream) return copyStream(object);
    if (object instanceof PDFStream) throw new Error("a stream that was not read");
    // Readers disagree on where a literal string ends; a hexadecimal string is unambiguous.
    if (object instanceof PDFString || object instanceof PDFHexString) return PDFHexString.fromBytes(object.asBytes());
    if (object instanceof PDFName && TABLES.has(object.decodeText())) throw new Error("a table where none belongs");
    return object.clone();
  }

  function copyRef(ref: PDFRef): PDFObject {
    const object = from.lookup(ref);
    const type = object instanceof PDFRawStream ? object.dict.lookup(PDFName.of("Type")) : undefined;
    // An object stream's objects were read from it and are written separately.
    const isTable = type instanceof PDFName && TABLES.has(type.decodeText());
    if (object === undefined || isTable) return PDFNull;
    const known = numbers.get(ref);
    if (known) return known;
    const number = to.nextRef();
    numbers.set(ref, number);
    waiting.push([ref, number]);
    return number;
  }

  function copyDict(dict: PDFDict): PDFDict {
    const copied = PDFDict.withContext(to);
    for (const [key, value] of dict.entries()) {
      const held = from.lookup(value);
      const isSignature = held instanceof PDFDict && held.has(PDFName.of("ByteRange"));
      if (!isSignature && !OF_SIGNATURES.has(key.decodeText())) copied.set(copy(key) as PDFName, copy(value));
    }
    return copied;
  }

  function copyStream(stream: PDFRawStream): PDFRawStream {
    inflated += inflatedSize(stream);
    if (inflated > MOST_OF_ALL) throw new Error("inflates to too much");
    const dict = copyDict(stream.dict);
    const { isPacked, bytes } = packed(stream);
    if (isPacked) {
      dict.set(PDFName.of("Filter"), PDFName.FlateDecode);
      dict.delete(PDFName.of("DecodeParms"));
    }
    return PDFRawStream.of(dict, bytes);
  }

  to.trailerInfo = { Root: copyRef(roots.Root), ...(roots.Info && { Info: copy(roots.Info) }) };
  for (let next = waiting.pop(); next; next = waiting.pop()) to.assign(next[1], copy(from.lookup(next[0]) ?? PDFNull));
  return { written: await PDFWriter.forContext(to, Infinity).serializeToBuffer(), count: numbers.size };
}
