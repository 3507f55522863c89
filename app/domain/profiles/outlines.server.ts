import displayFace from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?inline";
import textFace from "@fontsource/figtree/files/figtree-latin-500-normal.woff?inline";
// oxlint-disable-next-line import/default -- Node takes the build in CommonJS, which has one.
import opentype from "opentype.js";

// The fonts are bundled: an image looks the same on a machine without any font.
const fonts = { display: parse(displayFace), text: parse(textFace) };

export type Face = keyof typeof fonts;

type Placed = { x: number; y: number; size: number; face: Face };

/** A line of text as an SVG path, filled. */
export const outline = (text: string, { fill, ...placed }: Placed & { fill: string }): string =>
  `<path fill="${fill}" d="${outlineData(text, placed)}"/>`;

/** The data of an SVG path of a line of text, its baseline at `x`, `y`; characters that the font lacks are left out. */
export function outlineData(text: string, { x, y, size, face }: Placed): string {
  const font = fonts[face];
  const scale = size / font.unitsPerEm;
  let at = x;
  const letters = glyphsOf(text, face).map((glyph, index, all) => {
    const before = all[index - 1];
    if (before) at += (before.advanceWidth ?? 0) * scale + font.getKerningValue(before, glyph) * scale;
    return glyph.getPath(at, y, size).commands.map(written).join("");
  });
  return letters.join("");
}

// The library's own formatter loses some numbers when it rounds them. Quadratic curves become cubic ones, since PDF has no others.
function written(command: opentype.PathCommand, index: number, all: opentype.PathCommand[]): string {
  if (command.type === "Z") return "Z";
  const { x, y } = command;
  const point = (...numbers: number[]) => numbers.map((number) => number.toFixed(1)).join(" ");
  if (command.type === "C") return `C${point(command.x1, command.y1, command.x2, command.y2, x, y)}`;
  if (command.type !== "Q") return `${command.type}${point(x, y)}`;
  const before = all[index - 1];
  const from = before && before.type !== "Z" ? before : command;
  const towards = (end: number, control: number) => end + (2 / 3) * (control - end);
  const { x1, y1 } = command;
  return `C${point(towards(from.x, x1), towards(from.y, y1), towards(x, x1), towards(y, y1), x, y)}`;
}

/** The width of a line of text. */
export function widthOf(text: string, size: number, face: Face): number {
  const font = fonts[face];
  const glyphs = glyphsOf(text, face);
  const units = glyphs.reduce((sum, glyph, index) => {
    const before = glyphs[index - 1];
    return sum + (glyph.advanceWidth ?? 0) + (before ? font.getKerningValue(before, glyph) : 0);
  }, 0);
  return (units * size) / font.unitsPerEm;
}

/** Wraps a text into at most `most` lines of `width`; the rest is cut with an ellipsis. */
export function linesOf(
  text: string,
  { width, most, size, face }: { width: number; most: number; size: number; face: Face },
) {
  const fits = (line: string) => widthOf(line, size, face) <= width;
  const lines: string[] = [];
  let rest = drawable(text, face);
  while (rest && lines.length < most - 1 && !fits(rest)) {
    let line = rest;
    while (!fits(line)) line = line.slice(0, Math.max(line.lastIndexOf(" "), 0)) || shortened(line, fits);
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  if (rest) lines.push(fits(rest) ? rest : `${shortened(rest, (line) => fits(`${line}…`)).trimEnd()}…`);
  return lines;
}

function shortened(text: string, fits: (line: string) => boolean): string {
  let letters = [...text];
  while (letters.length > 1 && !fits(letters.join(""))) letters = letters.slice(0, -1);
  return letters.join("");
}

/** The characters that the font can draw; others without their accent, if possible. */
function drawable(text: string, face: Face): string {
  const has = (letter: string) => fonts[face].charToGlyphIndex(letter) > 0;
  const letters = [...text.normalize("NFC")].flatMap((letter) => {
    const plain = letter.normalize("NFD")[0] ?? "";
    return has(letter) ? letter : has(plain) ? plain : [];
  });
  return letters.join("").replaceAll(/\s+/g, " ").trim();
}

function glyphsOf(text: string, face: Face) {
  return [...drawable(text, face)].map((letter) => fonts[face].charToGlyph(letter));
}

function parse(address: string): opentype.Font {
  const bytes = Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
