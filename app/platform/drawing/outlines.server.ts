import type { PathCommand } from "@cantoo/fontkit";
import { advanceOf, runsOf, type Face } from "./fonts.server.ts";

type Placed = { x: number; y: number; size: number; face: Face };

/** A text on one line as an SVG path, filled. */
export const outline = (line: string, { fill, ...placed }: Placed & { fill: string }): string =>
  `<path fill="${fill}" d="${outlineData(line, placed)}"/>`;

/** The data of an SVG path of a text on one line, its baseline at `x`, `y`. */
export function outlineData(line: string, { x, y, size, face }: Placed): string {
  let at = x;
  let data = "";
  for (const { font, letters } of runsOf(line, face)) {
    const scale = size / font().unitsPerEm;
    for (const [index, letter] of letters.entries()) {
      const glyph = font().glyphForCodePoint(letter.codePointAt(0) ?? 0);
      if (!glyph) continue;
      const placed = glyph.path.transform(scale, 0, 0, -scale, at, y);
      data += placed.commands.map(written).join("");
      at += advanceOf(font(), letter, letters[index + 1]) * size;
    }
  }
  return data;
}

const LETTERS = { moveTo: "M", lineTo: "L", bezierCurveTo: "C", closePath: "Z" } as const;

// Quadratic curves become cubic ones, since PDF has no others.
function written({ command, args }: PathCommand, index: number, all: PathCommand[]): string {
  if (command !== "quadraticCurveTo") return LETTERS[command] + pairs(args);
  const [x1 = 0, y1 = 0, x = 0, y = 0] = args;
  const [fromX = x, fromY = y] = all[index - 1]?.args.slice(-2) ?? [];
  const towards = (end: number, control: number) => end + (2 / 3) * (control - end);
  return `C${pairs([towards(fromX, x1), towards(fromY, y1), towards(x, x1), towards(y, y1), x, y])}`;
}

const pairs = (numbers: number[]) => numbers.map((number) => number.toFixed(1)).join(" ");
