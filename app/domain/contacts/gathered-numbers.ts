import { AREA, readingsOf } from "./argentine-numbers.ts";
import type { Span } from "./folded-text.ts";

/** Words that tell a reader to make one number of figures that stand for something else, or that announce a number. */
const HINTS = [
  /\bjunt(?:a|as|e|en|ando|ar)?(?:los?|las?)?\b|\bpeg(?:a|ando|ue)(?:los?|las?)?\b|\bsum(?:a|ale|alos?)\b/g,
  /\bun(?:i|ir|iendo)(?:los?|las?)?\b|\bsin (?:los )?puntos\b|\btod[oa]s? (?:junt|pegad|seguid)[oa]s?\b|\bde corrido\b|\ben (?:(?:ese|este) orden|orden|fila)\b|\bentend(?:es|iste)\b/g,
  /\bmi (?:num|numero|nro)\b|\b(?:cel|celu|celular|tel|telefono|whats?app?|wasap|guasap|wsp|wpp|llamame|anota(?:me)?|agenda(?:me)?)\b/g,
];
/** The usual pieces of a number, which are no years or round figures. */
const USUAL = new RegExp(
  String.raw`^(?:0?11 (?!19|20)(?!\d\d[05]0)\d{4}|0?${AREA} \d\d[1-9]) (?!19|20)(?!\d\d[05]0)\d{4}$`,
);
const FIGURE = /\d+(?:\.\d{3})*/g;
/** The longest distance from a hint, and from the first figure to the last, in characters. */
const REACH = 80;
const MOST_FIGURES = 5;

/** Finds figures that together, in their order, are a number with its area code: near a hint any, elsewhere those of its usual pieces. */
export function gatheredNumbersIn(text: string): Span[] {
  const hints = HINTS.flatMap((hint) => [...text.matchAll(hint)].map(({ index }) => index));
  const figures = [...text.matchAll(FIGURE)];
  for (const [at, { index: start }] of figures.entries()) {
    const pieces: string[] = [];
    for (const { 0: figure, index } of figures.slice(at, at + MOST_FIGURES)) {
      pieces.push(figure.replaceAll(".", ""));
      const end = index + figure.length;
      // A date between figures, which is blanked, parts them.
      if (end - start > REACH || text.slice(start, end).includes("\n\n")) break;
      if (pieces.length === 1 || readingsOf(pieces.join("")).length === 0) continue;
      if (USUAL.test(pieces.join(" ")) || hints.some((hint) => hint > start - REACH && hint < end + REACH))
        return [{ start, end }];
    }
  }
  return [];
}
