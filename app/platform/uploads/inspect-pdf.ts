import { PDFArray, PDFContext, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from "@cantoo/pdf-lib";

/** Names that stand for code, for programs to start or for files inside, wherever they are a key or a value. */
const FORBIDDEN = new Set([
  "JavaScript", "JS", "Launch", "ImportData", "SubmitForm", "EmbeddedFile", "EmbeddedFiles", "EF", "FileAttachment", "RichMedia",
  "RichMediaExecute", "Rendition", "Movie", "Sound", "GoToE", "GoToR", "XFA", "AA", "Encrypt",
]);
/** What a page may do when it is opened: show a place in the document. */
const HARMLESS_OPENING = "GoTo";
/** Long enough that no compressed bytes say them by chance; found even where no object is. */
const TELLTALE = /\/(JavaScript|EmbeddedFiles?|RichMedia|Launch)(?![A-Za-z])/;
const DEEPEST = 200;

const everyObject: PDFObject[] = [];
// Of two objects with one number a reader may take the one that the parser drops: each is looked at.
const { assign } = PDFContext.prototype;
PDFContext.prototype.assign = function assignSeen(this: PDFContext, ref, object) {
  everyObject.push(object);
  assign.call(this, ref, object);
};

/** Whether a PDF can be read whole and holds no code, action or file. Throws where it cannot be read. */
export async function isHarmlessPdf(bytes: Uint8Array): Promise<boolean> {
  // Names may be written with escapes: /#4Aava is /Java.
  const text = Buffer.from(bytes).toString("latin1").replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (TELLTALE.test(text)) return false;
  everyObject.length = 0;
  const { context } = await PDFDocument.load(bytes, { throwOnInvalidObject: true, updateMetadata: false, preserveXFA: true });
  const { Root, Encrypt } = context.trailerInfo;
  if (Encrypt || !Root || everyObject.length === 0) return false;
  return everyObject.every((object) => isHarmless(object, 0));
}

function isHarmless(object: PDFObject | undefined, depth: number): boolean {
  if (depth > DEEPEST) return false;
  if (object instanceof PDFName) return !FORBIDDEN.has(object.decodeText());
  if (object instanceof PDFArray) return object.asArray().every((each) => isHarmless(each, depth + 1));
  if (object instanceof PDFStream) return isHarmless(object.dict, depth + 1);
  if (!(object instanceof PDFDict)) return true;
  return object.entries().every(([key, value]) =>
    isHarmless(key, depth + 1) && isHarmless(value, depth + 1) && (key.decodeText() !== "OpenAction" || isPlace(object.lookup(key))));
}

/** Whether what happens on opening only shows a place: a destination, or going to one. */
function isPlace(action: PDFObject | undefined): boolean {
  if (!(action instanceof PDFDict)) return action instanceof PDFArray || action instanceof PDFName;
  const kind = action.lookup(PDFName.of("S"));
  return kind instanceof PDFName && kind.decodeText() === HARMLESS_OPENING && !action.has(PDFName.of("Next"));
}
