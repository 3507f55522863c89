import { CONFUSABLES } from "./confusables.ts";
import { plainDigits } from "./digits.ts";

// Decomposed, an acute accent of its own would be a blank with a mark.
const ACUTE = /´/g;
const APOSTROPHES = /[`‘’‛ʻʼʽʾʿʹˈ′]/g;
const DASHES = /[\p{Pd}\u2043\u2212]/gu;
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const BEYOND_ASCII = /[^\0-\x7F]/;
const FOLDED_LETTERS = /[^\0-\x7F]/gu;

/** Letters that Unicode does not decompose. */
const LETTERS = new Map([
  ...Object.entries(CONFUSABLES).flatMap(([ascii, letters]) => [...letters].map((letter) => [letter, ascii] as const)),
  ["ß", "ss"],
  ["þ", "th"],
  ["ŋ", "n"],
  ["ĸ", "k"],
  ["ə", "e"],
  ["ǝ", "e"],
  // A sigma at the end of a word is the same letter as elsewhere.
  ["ς", "o"],
]);
/** Numbers in circles and keycaps, and letters in circles, squares and flags: the first, the last, and what the first stands for. */
const ENCLOSED = [
  [0x24eb, 0x24f4, 11],
  [0x24f5, 0x24fe, 1],
  [0x24ff, 0x24ff, 0],
  [0x2776, 0x277f, 1],
  [0x2780, 0x2789, 1],
  [0x278a, 0x2793, 1],
  [0x1f10b, 0x1f10b, 0],
  [0x1f10c, 0x1f10c, 0],
  [0x1f51f, 0x1f51f, 10],
  [0x1f150, 0x1f169, "a"],
  [0x1f170, 0x1f189, "a"],
  [0x1f1e6, 0x1f1ff, "a"],
] as const;

/**
 * A text as it is compared: compatibility forms, case, marks and invisible characters are gone, letters that look like ASCII ones are those,
 * and each digit of any script is its value. It works character by character; `fold` of the database is the same.
 */
export function fold(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase().replaceAll("`", "'");
  return text
    .replaceAll(ACUTE, "'")
    .normalize("NFKD")
    .replaceAll(UNSEEN, "")
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(DASHES, "-")
    .toLowerCase()
    .replaceAll(FOLDED_LETTERS, plainOf)
    .normalize("NFC");
}

function plainOf(character: string): string {
  const letter = LETTERS.get(character);
  if (letter !== undefined) return letter;
  const point = character.codePointAt(0) ?? 0;
  if (/\p{Nd}/u.test(character)) return plainDigits(character);
  for (const [first, last, value] of ENCLOSED) {
    if (point < first || point > last) continue;
    const nth = point - first;
    return typeof value === "number" ? String(value + nth) : String.fromCodePoint(0x61 + nth);
  }
  return character;
}
