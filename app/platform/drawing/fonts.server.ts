import fontkit, { type Font } from "@cantoo/fontkit";
import displayLatin from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff?inline";
import displayExtended from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff?inline";
import textLatin from "@fontsource/figtree/files/figtree-latin-500-normal.woff?inline";
import textExtended from "@fontsource/figtree/files/figtree-latin-ext-500-normal.woff?inline";
import otherMath from "@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff?inline";
import otherCyrillic from "@fontsource/noto-sans/files/noto-sans-cyrillic-500-normal.woff?inline";
import otherGreek from "@fontsource/noto-sans/files/noto-sans-greek-500-normal.woff?inline";
import otherExtended from "@fontsource/noto-sans/files/noto-sans-latin-ext-500-normal.woff?inline";
import otherVietnamese from "@fontsource/noto-sans/files/noto-sans-vietnamese-500-normal.woff?inline";
import { drawable } from "../../shared/text/drawable.ts";

// The fonts are bundled: a drawing looks the same on a machine without any font. The later ones draw what the earlier ones lack.
const others = [otherExtended, otherGreek, otherCyrillic, otherVietnamese, otherMath].map(opened);
const faces = {
  display: [...[displayLatin, displayExtended].map(opened), ...others],
  text: [...[textLatin, textExtended].map(opened), ...others],
};

export type Face = keyof typeof faces;
/** A bundled font, parsed when it is first needed. */
export type BundledFont = () => Font;
/** A part of a line that one font draws. */
export type Run = { font: BundledFont; letters: string[] };

// Letters of these scripts run from the right and join: one after another from the left they could not be read.
const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const fontOf = (face: Face, letter: string) =>
  FROM_THE_RIGHT.test(letter)
    ? undefined
    : faces[face].find((font) => font().hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));

/** The text as a face draws it: nothing of it is lost, and each kind of line break is "\n". */
export const drawn = (text: string, face: Face): string =>
  drawable(text, (letter) => fontOf(face, letter) !== undefined);

/** A text as a single line, in parts of one font each. */
export function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = [];
  for (const letter of drawn(text, face).replaceAll("\n", " ")) {
    const font = fontOf(face, letter);
    if (!font) throw new Error(`No font draws ${JSON.stringify(letter)}`);
    const last = runs.at(-1);
    if (last?.font === font) last.letters.push(letter);
    else runs.push({ font, letters: [letter] });
  }
  return runs;
}

/** The most kept kernings of a font; hostile texts have more pairs of letters than languages have. */
const MOST_PAIRS = 10_000;
const kernings = new WeakMap<Font, Map<string, number>>();

/** How far the next letter of a run stands behind a letter, in ems: its width and the kerning of the two. */
export function advanceOf(font: Font, letter: string, next: string | undefined): number {
  const width = font.glyphForCodePoint(letter.codePointAt(0) ?? 0)?.advanceWidth ?? 0;
  return (width + (next === undefined ? 0 : kerning(font, letter, next))) / font.unitsPerEm;
}

function kerning(font: Font, letter: string, next: string): number {
  const known = kernings.get(font) ?? new Map<string, number>();
  kernings.set(font, known);
  const pair = letter + next;
  let value = known.get(pair);
  if (value === undefined) {
    if (known.size >= MOST_PAIRS) known.clear();
    // Without ligatures: each letter is drawn by itself.
    const [first, second] = font.layout(pair, { liga: false }).positions ?? [];
    const own = font.glyphForCodePoint(letter.codePointAt(0) ?? 0)?.advanceWidth ?? 0;
    value = first && second ? first.xAdvance - own : 0;
    known.set(pair, value);
  }
  return value;
}

function opened(address: string): BundledFont {
  let font: Font | undefined;
  return () => (font ??= parsed(Buffer.from(address.slice(address.indexOf(",") + 1), "base64")));
}

function parsed(bytes: Uint8Array): Font {
  const font = fontkit.create(bytes);
  if ("fonts" in font) throw new Error("A bundled font is a collection");
  return font;
}
