import { fold } from "../../shared/text/fold.ts";

/** A part of a text, from `start` up to `end`, in UTF-16 units. */
export type Span = { start: number; end: number };

const UNITS = "cero uno dos tres cuatro cinco seis siete ocho nueve".split(" ");
const TEENS = "diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve".split(" ");
const TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split(" ");
const CUT_TENS = TENS.map((word) => word.slice(0, -1));
const TWENTIES = ["veinte", ...UNITS.slice(1).map((unit) => `veinti${unit}`)];
const HUNDREDS =
  "cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos".split(" ");
const ENGLISH = "zero one two three four five six seven eight nine".split(" ");
const ENGLISH_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const VALUES = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TEENS.map((word, value) => [word, value + 10] as const),
  ...TWENTIES.map((word, value) => [word, value + 20] as const),
  ...TENS.map((word, value) => [word, value * 10 + 30] as const),
  ...CUT_TENS.map((word, value) => [word, value * 10 + 30] as const),
  ...HUNDREDS.map((word, value) => [word, value * 100 + 100] as const),
  ...[...ENGLISH, ...ENGLISH_TEENS].map((word, value) => [word, value] as const),
  ...ENGLISH_TENS.map((word, value) => [word, value * 10 + 20] as const),
  ["veinti", 20] as const,
  ...(["ciento", "tresciento", "sinco", "sero"] as const).map((word, at) => [word, [100, 300, 5, 0][at] ?? 0] as const),
]);
const SOUNDS: Readonly<Record<string, string>> = {
  qu: "(?:qu|k)",
  ce: "[csz]e",
  ci: "[csz]i",
  c: "[ck]",
  s: "[sz]",
  z: "[sz]",
  v: "[vb]",
};
const anyOf = (words: Iterable<string>) =>
  `(?:${[...words].toSorted((one, other) => other.length - one.length).join("|")})`;
const DIGIT_WORD = anyOf([...UNITS, ...TEENS, ...TENS, ...ENGLISH, "sinco", "sero"]);
/** A number word with other letters of the same sound: "sinco", "beintidos", "kuatro"; "sien" is a part of the head. */
const ALIKE = [...UNITS, ...TEENS, ...TWENTIES, ...TENS, ...HUNDREDS].map((word) => {
  const letters = word.replaceAll(/qu|c[ei]|c(?=[aou])|[szv]/g, (sound) => SOUNDS[sound] ?? sound);
  return { word, pattern: new RegExp(`^${letters}$`), letters };
});
const BY_SOUND = new RegExp(String.raw`\b(?!sien\b)${anyOf(ALIKE.map(({ letters }) => letters))}\b`, "g");
const BELOW_HUNDRED = String.raw`(?:(?:veinti|${anyOf(TENS)} ?[iy]|${anyOf(CUT_TENS)}i) ?(?:${anyOf(UNITS.slice(1))}|[1-9](?!\d))|${anyOf(ENGLISH_TENS)}[ -]?${anyOf(ENGLISH.slice(1))}|${anyOf(VALUES.keys())})`;
const HUNDRED = anyOf([...HUNDREDS, "ciento"]);
/** "cinco mil quinientos cincuenta y cinco", "trescientos ochenta y uno", "treinta y dos", "treinta y 2", "cincuentiocho". */
const NUMBER = new RegExp(
  String.raw`(?<![a-z])(?:(?<=\bcero )${HUNDRED}(?! diez\b)|(?:${anyOf(UNITS)} )?mil ${HUNDRED}(?: ${BELOW_HUNDRED})?|${anyOf(UNITS.slice(2))} mil ${BELOW_HUNDRED}|${HUNDRED} ${BELOW_HUNDRED}|${BELOW_HUNDRED})(?![a-z])`,
  "g",
);
const WORD = new RegExp(anyOf([...VALUES.keys(), "mil", String.raw`\d`]), "g");
/** "unounocincocinco": no Spanish number is written like this. */
const JOINED = new RegExp(String.raw`\b(?:${DIGIT_WORD}|\d){2,}\b`, "g");
/** "un uno, otro uno, cuatro cincos": how often a digit comes, and the digit. */
const COUNTED = new RegExp(
  String.raw`\b(?:(un|otro) (${anyOf(UNITS)}|\d)|(${anyOf(UNITS.slice(2))}|[2-9]) (ceros|unos|doses|treses|cuatros|cincos|seises|sietes|ochos|nueves))\b`,
  "g",
);
/** "otro 1, cuatro 5": a count of digits where another one was counted before. */
const COUNTED_DIGITS = new RegExp(String.raw`(?<=\botro \d\b.{0,40})\b(${anyOf(UNITS.slice(2))}) (\d)\b`, "g");
/** "doble 5", "dos veces 55": how often digits come, and the digits. */
const TIMES = /\b(?:doble|triple|(?<=\d[ ,]{1,2})[2-5] veces(?: el)?) \d{1,2}\b/g;
/** Letters that replace digits among digits: "11 4O44", "55S5", "11 4o 29". */
const LIKE_DIGITS =
  /\b(?=[\doilsb]*\d[\doilsb]*\d)[\doilsb]{3,}\b|(?<=\d[ .-])(?:\do|o\d)(?=[ .-]\d)|(?<=\d{2}[ .-]\d{2}[ .-])(?:\do|o\d)\b/g;
/** Two letters for the eleven before a number: "ll 5832 4410". */
const ELEVEN = /(?<![a-z\d])(?:[il]{2}|1[il]|[il]1)(?=[ -]?\d{4})/g;
const SPACED = /(?<![^\s])(?:[a-z\d@._:/-]\s){4,}[a-z\d@._:/-](?!\S)/g;
const DOTTED = /(?<![a-z.])(?:[a-z][._*-]){4,}[a-z](?![a-z.])/g;
const ROMAN = /(?<!\w)(?:[ivxl]{1,6}[ ,./-]{1,3}){4,}[ivxl]{1,6}(?!\w)/g;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };
/** The words for signs within a name or address. */
const DOT = / ?[([{<"'“«] ?(?:punto|dot) ?[)\]}>"'”»] ?/g;
/** An ellipsis in words between the figures of a number. */
const ELLIPSIS = /(?<=\d )(?:tres|3) puntos\b/g;
const UNDERSCORE = / ?["'“]?\b(?:underscore|guion ?bajo|subguion|barra baja)\b["'”]? ?/g;
const NUMERAL = / ?\bnumeral (?=\d)/g;
/** The number of an item of a list. */
const ITEM = /(?<![\w(])[1-9a-e]\) ?/g;
/** The end of a line before one of digits alone. */
const DIGITS_BELOW = /\n+(?=[ \d.-]{1,20}(?:\n|$))/g;

/** Signs that stand for another one than their shape says: degrees, and an "at" in a circle. */
const STAND_INS = new Map([
  ["º", "°"],
  ["ª", "°"],
  ["ⓐ", "@"],
  ["Ⓐ", "@"],
]);

/** A folded text; `originalOf` maps a span of it to the span of the original text. */
export type FoldedText = { text: string; originalOf: (span: Span) => Span };

/**
 * Folds a text for the patterns: lower case, no accents or invisible characters, full-width and emoji digits as ASCII, numbers in words as
 * digits, spaced letters joined and marked with a tilde, digits under each other in one line.
 */
export function foldedText(original: string): FoldedText {
  let folded: Mapped = { text: "", origins: [] };
  let at = 0;
  for (const character of original) {
    const end = at + character.length;
    const plain = STAND_INS.get(character) ?? fold(character);
    for (const unit of plain.split("")) {
      folded.text += unit;
      folded.origins.push({ start: at, end });
    }
    at = end;
  }
  folded = replaced(folded, ROMAN, (all) => all.replaceAll(/[ivxl]+/g, (word) => String(romanValueOf(word))));
  folded = replaced(folded, SPACED, (all) =>
    /[a-z@]/.test(all) ? all.replaceAll(/\s/g, "").replace(/^[a-z]+$/, "$&~") : all,
  );
  folded = replaced(folded, DOTTED, (all) => `${all.replaceAll(/[^a-z]/g, "")}~`);
  folded = replaced(folded, DOT, () => ".");
  folded = replaced(folded, ELLIPSIS, () => "...");
  folded = replaced(folded, UNDERSCORE, () => "_");
  folded = replaced(folded, NUMERAL, () => "#");
  folded = replaced(folded, ITEM, () => "");
  folded = replaced(folded, BY_SOUND, (all) => ALIKE.find((alike) => alike.pattern.test(all))?.word ?? all);
  folded = replaced(folded, COUNTED_DIGITS, (all) => repeated(all));
  folded = replaced(folded, COUNTED, (all) => repeated(all));
  folded = replaced(folded, NUMBER, (all) => String(valueOf(all)));
  folded = replaced(folded, JOINED, (all) =>
    all.replaceAll(new RegExp(DIGIT_WORD, "g"), (word) => String(VALUES.get(word))),
  );
  folded = replaced(folded, TIMES, (all) => {
    const [count = "", ...rest] = all.split(" ");
    return (rest.at(-1) ?? "").repeat({ doble: 2, triple: 3 }[count] ?? Number(count));
  });
  folded = replaced(folded, LIKE_DIGITS, (all) =>
    all.replaceAll("o", "0").replaceAll(/[il]/g, "1").replaceAll("s", "5").replaceAll("b", "8"),
  );
  folded = replaced(folded, ELEVEN, () => "11");
  folded = replaced(folded, DIGITS_BELOW, () => " ");
  const { text, origins } = folded;
  return {
    text,
    originalOf: ({ start, end }) => ({
      start: origins[start]?.start ?? original.length,
      end: origins[end - 1]?.end ?? original.length,
    }),
  };
}

const romanValueOf = (word: string): number =>
  [...word].reduce((sum, letter, at) => {
    const value = ROMAN_VALUES[letter] ?? 0;
    return value < (ROMAN_VALUES[word[at + 1] ?? ""] ?? 0) ? sum - value : sum + value;
  }, 0);

/** A counted digit as digits: "cuatro cincos" is 5555. */
function repeated(counted: string): string {
  const [count = "", digit = ""] = counted.split(" ");
  const valueOfDigit = VALUES.get(digit) ?? VALUES.get(digit.replace(/(?:e?s)$/, "")) ?? digit;
  const times = count === "un" || count === "otro" ? 1 : (VALUES.get(count) ?? Number(count));
  return String(valueOfDigit).repeat(times);
}

/** The value of a number in words: "cinco mil quinientos cincuenta y cinco" is 5555. */
function valueOf(words: string): number {
  let thousands = 0;
  let rest = 0;
  for (const [word] of words.matchAll(WORD)) {
    if (word === "mil") [thousands, rest] = [(rest || 1) * 1_000, 0];
    else rest += VALUES.get(word) ?? Number(word);
  }
  return thousands + rest;
}

type Mapped = { text: string; origins: Span[] };

function replaced({ text, origins }: Mapped, pattern: RegExp, by: (all: string) => string): Mapped {
  const result: Mapped = { text: "", origins: [] };
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    const replacement = by(match[0]);
    const whole = { start: origins[match.index]?.start ?? 0, end: origins[end - 1]?.end ?? 0 };
    result.text += text.slice(done, match.index) + replacement;
    result.origins.push(...origins.slice(done, match.index), ...replacement.split("").map(() => whole));
    done = end;
  }
  result.text += text.slice(done);
  result.origins.push(...origins.slice(done));
  return result;
}
