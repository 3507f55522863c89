import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFStream, PDFString } from "@cantoo/pdf-lib";

type Harm = "password" | "active" | "attachment";
const ATTACHMENTS = ["EmbeddedFile", "EmbeddedFiles", "EF", "FileAttachment"];
/** Names that stand for code, program launches or embedded files, as a key or a value. */
const FORBIDDEN = new Map<string, Harm>([
  ...ATTACHMENTS.map((name) => [name, "attachment"] as const),
  ...["Encrypt", "Crypt"].map((name) => [name, "password"] as const),
  ...[
    "JavaScript",
    "JS",
    "Launch",
    "ImportData",
    "SubmitForm",
    "RichMedia",
    "RichMediaExecute",
    "Rendition",
    "Movie",
    "Sound",
    "GoToE",
    "GoToR",
    "GoToDp",
    "XFA",
    "AA",
    "3D",
    "OnInstantiate",
  ].map((name) => [name, "active"] as const),
]);
/** With these keys a stream's bytes, or the page that a form shows, come from another file; some readers treat DP as DecodeParms. */
const ELSEWHERE = ["F", "FFilter", "FDecodeParms", "Ref", "DP"];
/** The actions that a click may trigger. */
const HARMLESS_ACTIONS = new Set(["GoTo", "URI", "Named", "Hide", "SetOCGState", "Thread", "Trans", "ResetForm"]);
/** The keys of actions that a click triggers. */
const ACTIONS = ["A", "PA", "Next"];
/** The allowed schemes of a link. */
const HARMLESS_SCHEMES = new Set(["http", "https", "mailto", "tel"]);
/** The only action allowed when the document opens: showing a place in it. */
const HARMLESS_OPENING = "GoTo";
/** Names too long to occur in compressed bytes by chance; matched in all bytes, even outside of objects. */
const TELLTALE = /\/(JavaScript|EmbeddedFiles?|RichMedia|Launch)(?![A-Za-z])/;
const DEEPEST = 200;

/** What the bytes of a PDF name: code, programs or embedded files, plainly or with escapes (/#4Aava is /Java); null for none. */
export function telltale(bytes: Uint8Array): Harm | null {
  const text = Buffer.from(bytes)
    .toString("latin1")
    .replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const [, name] = TELLTALE.exec(text) ?? [];
  return name === undefined ? null : (FORBIDDEN.get(name) ?? "active");
}

/** Null for an object without code, embedded file, automatic action, or any way out of the document but links. */
export function harmOf(object: PDFObject | undefined, depth = 0): Harm | null {
  if (depth > DEEPEST) return "active";
  if (object instanceof PDFName) return FORBIDDEN.get(object.decodeText()) ?? null;
  if (object instanceof PDFArray) return firstHarm(object.asArray(), depth);
  if (object instanceof PDFStream)
    return ELSEWHERE.some((key) => object.dict.has(PDFName.of(key))) ? "active" : harmOf(object.dict, depth);
  if (!(object instanceof PDFDict)) return null;
  const isHarmless =
    isPlace(object.lookup(PDFName.of("OpenAction"))) &&
    ACTIONS.every((key) => isHarmlessAction(object.lookup(PDFName.of(key)))) &&
    ["URI", "Base"].every((key) => isHarmlessAddress(object.lookup(PDFName.of(key))));
  return firstHarm(object.entries().flat(), depth) ?? (isHarmless ? null : "active");
}

function firstHarm(objects: readonly PDFObject[], depth: number): Harm | null {
  for (const object of objects) {
    const harm = harmOf(object, depth + 1);
    if (harm) return harm;
  }
  return null;
}

const kindOf = (action: PDFDict) => {
  const kind = action.lookup(PDFName.of("S"));
  return kind instanceof PDFName ? kind.decodeText() : null;
};

/** Whether the open action only shows a place: a destination, or GoTo. */
function isPlace(action: PDFObject | undefined): boolean {
  if (!(action instanceof PDFDict))
    return action === undefined || action instanceof PDFArray || action instanceof PDFName;
  return kindOf(action) === HARMLESS_OPENING && !action.has(PDFName.of("Next"));
}

/** Whether the action of a click is known to be harmless. The same keys are used by objects that are not actions and have no kind. */
function isHarmlessAction(action: PDFObject | undefined): boolean {
  if (action instanceof PDFArray)
    return action
      .asArray()
      .every((_, index) => !(action.lookup(index) instanceof PDFArray) && isHarmlessAction(action.lookup(index)));
  const kind = action instanceof PDFDict ? kindOf(action) : null;
  return kind === null || HARMLESS_ACTIONS.has(kind);
}

/** Whether an address, if it is one, is a web, mail or telephone link; spaces and line breaks are removed first, as readers do. */
function isHarmlessAddress(address: PDFObject | undefined): boolean {
  if (!(address instanceof PDFString || address instanceof PDFHexString)) return true;
  const text = address.decodeText().replaceAll(/[\p{Cc}\p{Cf}\s]/gu, "");
  const scheme = /^([a-z][\w+.-]*):/i.exec(text)?.[1];
  return scheme === undefined ? !/^[\\/]{2}/.test(text) : HARMLESS_SCHEMES.has(scheme.toLowerCase());
}
