import { advanceOf, drawn, runsOf, type Face } from "./fonts.server.ts";

type Setting = { width: number; size: number; face: Face };
/** More than fit in a line, even of the narrowest letter. It bounds how much of a long word is measured for each line. */
const MOST_LETTERS = 240;

/** More than the longest text has, unless it is of signs that stand for whole words: the rest of such a text is not drawn. */
const MOST_DRAWN = 12_000;

/** The width of a text on one line. */
export function widthOf(line: string, size: number, face: Face): number {
  let ems = 0;
  for (const { font, letters } of runsOf(line, face))
    for (const [index, letter] of letters.entries()) ems += advanceOf(font(), letter, letters[index + 1]);
  return ems * size;
}

/** The lines of a text that fit a width; a word that is too long is cut between characters. */
export function wrapped(text: string, { width, size, face }: Setting): string[] {
  const space = widthOf(" ", size, face);
  return drawn(text, face)
    .slice(0, MOST_DRAWN)
    .split("\n")
    .flatMap((paragraph) => {
      const lines: string[] = [];
      let line = "";
      // The width of the line so far, so that each word is measured once.
      let taken = 0;
      for (const word of paragraph.trim().split(/ +/)) {
        const own = widthOf(word, size, face);
        if (line !== "" && taken + space + own <= width) {
          line += ` ${word}`;
          taken += space + own;
          continue;
        }
        if (line !== "") lines.push(line);
        [line, taken] = [word, own];
        while (taken > width) {
          const head = headOf(line, (part) => widthOf(part, size, face) <= width);
          lines.push(head);
          line = line.slice(head.length);
          // One letter is two units at most, and more letters than these do not fit.
          taken = widthOf(line.slice(0, 2 * MOST_LETTERS), size, face);
        }
      }
      return [...lines, line];
    });
}

/** Wraps a text into at most `most` lines, its own line breaks being spaces; the rest is cut with an ellipsis. */
export function linesOf(text: string, { most, ...setting }: Setting & { most: number }): string[] {
  const lines = wrapped(text.replaceAll(/\s+/g, " "), setting).filter((line) => line !== "");
  if (lines.length <= most) return lines;
  const { width, size, face } = setting;
  const last = headOf(lines.slice(most - 1).join(" "), (part) => widthOf(`${part}…`, size, face) <= width);
  return [...lines.slice(0, most - 1), `${last.trimEnd()}…`];
}

/** The longest beginning of a text that fits, of one character at least. */
function headOf(text: string, fits: (part: string) => boolean): string {
  const start = text.slice(0, 2 * MOST_LETTERS);
  const letters = [...start].slice(0, MOST_LETTERS);
  const head = (count: number) => letters.slice(0, count).join("");
  let [fitting, over] = [1, letters.length + 1];
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2);
    if (fits(head(middle))) fitting = middle;
    else over = middle;
  }
  return head(fitting);
}
