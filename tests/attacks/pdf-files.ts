import { deflateSync } from "node:zlib";

/** A text that only a hidden object contains. */
export const MARK = "PAYLOAD";

type Named<T> = [name: string, value: T];

/** Automatic actions of a catalogue. Each contains the mark. */
const payloads: Named<string>[] = [
  ["a script", `/OpenAction<</S/JavaScript/JS(${MARK})>>`],
  ["a script with escaped names", `/OpenAction<</S/J#61vaScript/#4A#53(${MARK})>>`],
  ["a script by name", `/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(${MARK})>>]>>>>`],
  ["a form that sends itself", `/OpenAction<</S/SubmitForm/F(https://${MARK}.example)>>`],
  ["another document", `/OpenAction<</S/GoToR/F(//${MARK}/a.pdf)/D[0/Fit]>>`],
  ["a program", `/OpenAction<</S/Launch/F(${MARK}.exe)>>`],
  ["an address", `/OpenAction<</S/URI/URI(https://${MARK}.example)>>`],
  ["a print", `/OpenAction<</S/Named/N/Print/X(${MARK})>>`],
  ["actions of the document", `/AA<</WC<</S/JavaScript/JS(${MARK})>>>>`],
  ["a form with code", `/AcroForm<</XFA(${MARK})/Fields[]>>`],
];

const catalogue = (more: string) => `<</Type/Catalog/Pages 2 0 R${more}>>`;
const PAGE =
  `2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj\n` +
  `4 0 obj<</Length 9>>stream\n0 0 9 9 re\nendstream endobj\n`;
/** A first page that makes readers scan all bytes for objects. */
const BROKEN_PAGE = PAGE.replace("3 0 obj<</Type/Page", "3 0 obj<</Type/Pag");

/** Places for an object that a linear scan of the file's objects misses: the text, and the object's offset in it. */
const places: Named<(object: string) => { text: string; at: number }>[] = [
  ["in a comment", (object) => ({ text: `%${object}\n`, at: 1 })],
  [
    "in a stream",
    (object) => {
      const start = `9 0 obj<</Length ${object.length}>>stream\n`;
      return { text: `${start}${object}\nendstream endobj\n`, at: start.length };
    },
  ],
  [
    "in a stream after what looks like its end",
    (object) => {
      const inside = `endstream endobj\n${object}`;
      const start = `9 0 obj<</Length ${inside.length}>>stream\n`;
      return { text: `${start}${inside}\nendstream endobj\n`, at: start.length + 17 };
    },
  ],
  [
    "in a stream that is stored as it is",
    (object) => {
      const stored = deflateSync(Buffer.from(object, "latin1"), { level: 0 }).toString("latin1");
      const start = `9 0 obj<</Filter/FlateDecode/Length ${stored.length}>>stream\n`;
      return { text: `${start}${stored}\nendstream endobj\n`, at: start.length + stored.indexOf(object) };
    },
  ],
  ["in a text", (object) => ({ text: `9 0 obj(${object})endobj\n`, at: 8 })],
  ["between objects, after a word that is none", (object) => ({ text: `x${object}\n`, at: 1 })],
  ["as an older object of the same number", (object) => ({ text: `${object}\n`, at: 0 })],
];

type File = { bytes: Buffer; start: number };
const row = (offset: number, kind = "n") => `${String(offset).padStart(10, "0")} 00000 ${kind} \n`;
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

/** How a file's tables point to a hidden catalogue (object 1), appended to the file so far. */
const tables: Named<(head: string, hidden: number) => File>[] = [
  [
    "a table",
    (head, hidden) => ({
      bytes: Buffer.from(
        `${head}xref\n0 2\n${row(0, "f")}${row(hidden)}trailer<</Size 10/Root 1 0 R>>\nstartxref\n${head.length}\n%%EOF\n`,
        "latin1",
      ),
      start: head.length,
    }),
  ],
  [
    "a stream",
    (head, hidden) => ({
      bytes: Buffer.from(
        `${head}${xrefStream(8, `01${hex(hidden, 8)}00`)}startxref\n${head.length}\n%%EOF\n`,
        "latin1",
      ),
      start: head.length,
    }),
  ],
  [
    "a table before another",
    (head, hidden) => {
      const first = `${head}xref\n0 2\n${row(0, "f")}${row(hidden)}trailer<</Size 10/Root 1 0 R>>\n`;
      return {
        bytes: Buffer.from(
          `${first}xref\n0 1\n${row(0, "f")}trailer<</Size 10/Root 1 0 R/Prev ${head.length}>>\nstartxref\n${first.length}\n%%EOF\n`,
          "latin1",
        ),
        start: first.length,
      };
    },
  ],
  [
    "a stream beside a table",
    (head, hidden) => {
      const first = `${head}${xrefStream(8, `01${hex(hidden, 8)}00`)}`;
      return {
        bytes: Buffer.from(
          `${first}xref\n0 1\n${row(0, "f")}trailer<</Size 10/Root 1 0 R/XRefStm ${head.length}>>\nstartxref\n${first.length}\n%%EOF\n`,
          "latin1",
        ),
        start: first.length,
      };
    },
  ],
];

/** A cross-reference stream with an entry for object 1 only; entry fields of one, four and one bytes. */
function xrefStream(number: number, entry: string): string {
  const bytes = Buffer.from(entry, "hex").toString("latin1");
  return `${number} 0 obj<</Type/XRef/W[1 4 1]/Index[1 1]/Size 10/Root 1 0 R/Length ${bytes.length}>>stream\n${bytes}\nendstream endobj\n`;
}

/** Files where a reader that follows the tables finds another catalogue than one that scans the objects. */
export function* hiddenCatalogues(): Generator<{ name: string; bytes: Buffer }> {
  for (const [what, payload] of payloads) {
    for (const [where, place] of places) {
      for (const [how, table] of tables) {
        for (const [kind, page] of [
          ["", PAGE],
          [", its page broken", BROKEN_PAGE],
        ] as const) {
          const start = "%PDF-1.7\n";
          const { text, at } = place(`1 0 obj${catalogue(payload)}endobj`);
          const head = `${start}${text}1 0 obj${catalogue("")}endobj\n${page}`;
          yield { name: `${what} ${where} by ${how}${kind}`, bytes: table(head, start.length + at).bytes };
        }
      }
    }
  }
}

/** Files whose table points to a catalogue in an object stream that is not declared as one. */
export function* undeclaredStreams(): Generator<{ name: string; bytes: Buffer }> {
  for (const [what, payload] of payloads) {
    for (const [how, type] of [
      ["without a type", ""],
      ["with a type elsewhere", "/Type 7 0 R"],
      ["with another type", "/Type/XObject"],
    ] as const) {
      const packed = deflateSync(Buffer.from(`1 0 ${catalogue(payload)}`)).toString("latin1");
      const head = `%PDF-1.7\n1 0 obj${catalogue("")}endobj\n${PAGE}9 0 obj<<${type}/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream endobj\n7 0 obj/ObjStm endobj\n`;
      const text = `${head}${xrefStream(8, `02${hex(9, 8)}00`)}startxref\n${head.length}\n%%EOF\n`;
      yield { name: `${what} in a stream of objects ${how}`, bytes: Buffer.from(text, "latin1") };
    }
  }
}
