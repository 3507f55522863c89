import type { Font, Glyph } from "@cantoo/fontkit";
import { runsOf, type BundledFont, type Face } from "../../platform/drawing/fonts.server.ts";
import { wrapped } from "../../platform/drawing/lines.server.ts";
import { STAND_IN } from "../../shared/text/drawable.ts";

/** A part of the summary: its heading, and its lines as names and texts, or as texts alone. */
export type Part = { heading: string; lines: readonly (readonly [name: string, text: string] | string)[] };
type Summary = { title: string; about: string; parts: readonly Part[]; foot: string };
type Line = { text: string; size: number; face: Face; color: string; y: number };

const [WIDTH, HEIGHT] = [595.28, 841.89];
const MARGIN = 56;
const [TITLE, HEADING, TEXT, FOOT] = [20, 13, 10.5, 8.5];
const LEADING = 1.4;
/** Colours as red, green and blue. */
const [INK, MUTED] = ["0.08 0.14 0.17", "0.29 0.36 0.39"];
const NOT_DRAWN = `${STAND_IN} está en lugar de un signo que este PDF no puede mostrar. El texto completo está en el caso.`;

/** The pages of a summary as PDF, with text that can be read aloud, copied and searched. */
export async function summaryPdf(summary: Summary): Promise<Uint8Array> {
  // Loaded with the first summary: it is large.
  const { PDFDocument, PDFName } = await import("@cantoo/pdf-lib");
  const pdf = await PDFDocument.create();
  pdf.setTitle(summary.title);
  pdf.setLanguage("es-AR");
  const fonts = new Map<BundledFont, string>();
  const named = (font: BundledFont) => fonts.get(font) ?? (fonts.set(font, `F${fonts.size}`), `F${fonts.size - 1}`);
  const pages = pagesOf(summary).map((lines) => lines.map((line) => ({ ...line, runs: runsOf(line.text, line.face) })));
  for (const { runs } of pages.flat()) for (const { font } of runs) named(font);
  const embedded = new Map<BundledFont, Awaited<ReturnType<typeof pdf.embedFont>>>();
  for (const font of fonts.keys()) {
    pdf.registerFontkit({ create: () => spelling(font()) });
    embedded.set(font, await pdf.embedFont(new Uint8Array(), { subset: true }));
  }
  const resources = pdf.context.obj({
    Font: Object.fromEntries([...embedded].map(([font, { ref }]) => [named(font), ref])),
  });
  for (const lines of pages) {
    // The operators of a page as text: the library would create an object for each operator and deflate them in JavaScript.
    const operators = lines.map(({ runs, size, color, y }) => {
      const shown = runs.map(
        ({ font, letters }) => `/${named(font)} ${size} Tf ${embedded.get(font)?.encodeText(letters.join(""))} Tj`,
      );
      return `BT ${color} rg ${MARGIN} ${y.toFixed(2)} Td ${shown.join(" ")} ET`;
    });
    const { node } = pdf.addPage([WIDTH, HEIGHT]);
    node.set(PDFName.of("Resources"), resources);
    node.set(PDFName.of("Contents"), pdf.context.register(pdf.context.stream(operators.join("\n"))));
  }
  // A compressed object stream would take longer for these few objects, and save little.
  return pdf.save({ useObjectStreams: false, objectsPerTick: Infinity });
}

/**
 * A font whose layout is a glyph for each letter: the library's own would look for ligatures in every line. The glyph names its letter, which a
 * reader copies; the font's own glyph may name another letter of the same form, or none.
 */
function spelling(font: Font): Font {
  const layout = (text: string) => ({
    glyphs: Array.from(text, (letter) => letter.codePointAt(0) ?? 0).flatMap((code) => {
      const glyph = font.glyphForCodePoint(code);
      return glyph ? (Object.create(glyph, { codePoints: { value: [code] } }) as Glyph) : [];
    }),
  });
  return Object.create(font, { layout: { value: layout } }) as Font;
}

/** The lines of each page. */
function pagesOf({ title, about, parts, foot }: Summary): Line[][] {
  const pages: Line[][] = [];
  let y = 0;
  const write = (text: string, size: number, face: Face, color = INK) => {
    for (const line of wrapped(text.replaceAll(/\n(?: *\n){2,}/g, "\n\n"), { size, face, width: WIDTH - 2 * MARGIN })) {
      if (pages.length === 0 || y - size * LEADING < MARGIN) {
        pages.push([]);
        y = HEIGHT - MARGIN;
      }
      y -= size * LEADING;
      pages.at(-1)?.push({ text: line, size, face, color, y });
    }
  };
  write(title, TITLE, "display");
  write(about, TEXT, "text", MUTED);
  for (const { heading, lines } of parts) {
    y -= 14;
    write(heading, HEADING, "display");
    for (const line of lines) {
      y -= 3;
      if (typeof line === "string") write(line, TEXT, "text");
      else {
        write(line[0], FOOT, "text", MUTED);
        write(line[1], TEXT, "text");
      }
    }
  }
  y -= 18;
  if (pages.flat().some(({ text }) => text.includes(STAND_IN))) write(NOT_DRAWN, FOOT, "text", MUTED);
  write(foot, FOOT, "text", MUTED);
  return pages;
}
