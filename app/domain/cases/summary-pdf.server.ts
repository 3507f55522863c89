import type { PDFFont } from "@cantoo/pdf-lib";

/** A part of the summary: its heading, and its lines as names and texts, or as texts alone. */
export type Part = { heading: string; lines: readonly (readonly [name: string, text: string] | string)[] };
type Summary = { title: string; about: string; parts: readonly Part[]; foot: string };

const [WIDTH, HEIGHT] = [595.28, 841.89];
const MARGIN = 56;
const [TITLE, HEADING, TEXT, FOOT] = [20, 13, 10.5, 8.5];
const LEADING = 1.4;
/** Colours as red, green and blue, and the names of the fonts in the file. */
const [INK, MUTED] = ["0.08 0.14 0.17", "0.29 0.36 0.39"];
const [PLAIN, STRONG] = ["Plain", "Strong"];
/** More than fit in a line, even of the narrowest letter. It bounds how much of a long word is measured for each line. */
const MOST_LETTERS = 240;
/** Characters outside the set that every PDF reader shows without an embedded font. */
const UNWRITABLE = /[^\n\x20-\x7e\u00a0-\u00ffŠšŽžŒœŸ€…–—‘’“”•]/g;
/** The base letters of characters that Unicode normalisation does not decompose. */
const BASES: Record<string, string> = { ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i" };

const baseOf = (letter: string) =>
  BASES[letter] ?? letter.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(UNWRITABLE, "");

/** A text in the characters of a summary: other letters lose their marks or are left out; consecutive empty lines become a single one. */
export const writable = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll(/[\t\r\u2028\u2029]/g, " ")
    .replaceAll(UNWRITABLE, baseOf)
    .replaceAll(/\n(?: *\n){2,}/g, "\n\n");

/** The pages of a summary as PDF, with text that can be read aloud, copied and searched. */
export async function summaryPdf({ title, about, parts, foot }: Summary): Promise<Uint8Array> {
  // Loaded with the first summary: it is large.
  const { PDFDocument, PDFName, StandardFonts } = await import("@cantoo/pdf-lib");
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  pdf.setLanguage("es-AR");
  const [plain, strong] = [
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  ];
  // The operators of each page, as text: the library would create an object for each operator and deflate them in JavaScript.
  const pages: string[][] = [];
  let y = 0;
  const write = (text: string, size: number, font: PDFFont, color = INK) => {
    for (const line of wrapped(text, size, font, WIDTH - 2 * MARGIN)) {
      if (pages.length === 0 || y - size * LEADING < MARGIN) {
        pages.push([]);
        y = HEIGHT - MARGIN;
      }
      y -= size * LEADING;
      const name = font === strong ? STRONG : PLAIN;
      pages
        .at(-1)
        ?.push(`BT ${color} rg /${name} ${size} Tf ${MARGIN} ${y.toFixed(2)} Td ${font.encodeText(line)} Tj ET`);
    }
  };
  write(title, TITLE, strong);
  write(about, TEXT, plain, MUTED);
  for (const { heading, lines } of parts) {
    y -= 14;
    write(heading, HEADING, strong);
    for (const line of lines) {
      y -= 3;
      if (typeof line === "string") write(line, TEXT, plain);
      else {
        write(line[0], FOOT, plain, MUTED);
        write(line[1], TEXT, plain);
      }
    }
  }
  y -= 18;
  write(foot, FOOT, plain, MUTED);
  const fonts = pdf.context.obj({ [PLAIN]: plain.ref, [STRONG]: strong.ref });
  for (const operators of pages) {
    const { node } = pdf.addPage([WIDTH, HEIGHT]);
    node.set(PDFName.of("Resources"), pdf.context.obj({ Font: fonts }));
    node.set(PDFName.of("Contents"), pdf.context.register(pdf.context.stream(operators.join("\n"))));
  }
  // A compressed object stream would take longer for these few objects, and save little.
  return pdf.save({ useObjectStreams: false, objectsPerTick: Infinity });
}

/** The lines of a text that fit a width; a word that is too long is cut. */
function wrapped(text: string, size: number, font: PDFFont, width: number): string[] {
  const widthOf = (part: string) => font.widthOfTextAtSize(part, size);
  const space = widthOf(" ");
  return writable(text)
    .split("\n")
    .flatMap((paragraph) => {
      const lines: string[] = [];
      let line = "";
      // The width of the line so far, so that each word is measured once.
      let taken = 0;
      for (const word of paragraph.split(/ +/)) {
        const own = widthOf(word);
        if (line !== "" && taken + space + own <= width) {
          line += ` ${word}`;
          taken += space + own;
          continue;
        }
        if (line !== "") lines.push(line);
        [line, taken] = [word, own];
        while (taken > width) {
          let end = Math.min(line.length - 1, MOST_LETTERS);
          while (end > 1 && widthOf(line.slice(0, end)) > width) end -= 1;
          lines.push(line.slice(0, end));
          line = line.slice(end);
          taken = widthOf(line);
        }
      }
      return [...lines, line];
    });
}
