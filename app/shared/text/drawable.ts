import { plainDigits } from "./digits.ts";

/** What is drawn in place of a character that no font has. */
export const STAND_IN = "□";

/** Signs that are read the same when a plainer sign replaces them; Unicode's compatibility forms do not hold these. */
const PLAINER: Record<string, string> = {
  ...Object.fromEntries([..."\u2010\u2011\u2012\u2013\u2043\u2212\uFE58\uFE63\uFF0D"].map((dash) => [dash, "-"])),
  ...Object.fromEntries([..."\u2014\u2015"].map((dash) => [dash, "—"])),
  "\u2044": "/",
  "\u2215": "/",
  "≤": "<=",
  "≥": ">=",
  "≠": "!=",
  "≈": "~",
  "→": "->",
  "←": "<-",
  "\u2032": "'",
  "\u2033": '"',
  "‰": "%o",
};
// Without a sign of its own, a raised or a broken number would join the one before it: 10⁻³ would read as 10-3.
const RAISED = /[\u00b2\u00b3\u00b9\u2070\u2074-\u207f]+/gu;
const BROKEN = /(?<=\d)[\u00bc-\u00be\u2150-\u215e\u2189]/gu;
const CIRCLED = /[\u2460-\u2473\u24b6-\u24ea]/gu;

/**
 * A text in the characters that `has` knows. Others take a plainer form of the same meaning, their base with its marks apart, or the
 * stand-in: none is lost. Invisible ones are left out; each kind of line break is "\n".
 */
export function drawable(text: string, has: (letter: string) => boolean): string {
  const draws = (part: string) => [...part].every((letter) => letter === "\n" || has(letter));
  const standIn = has(STAND_IN) ? STAND_IN : "?";
  const plain = (letter: string): string => {
    if (draws(letter)) return letter;
    const known = PLAINER[letter];
    if (known !== undefined) return plainAll(known);
    for (const form of [letter.normalize("NFKC"), letter.normalize("NFD"), plainDigits(letter)]) {
      const drawn = form === letter ? "" : plainAll(form);
      if (drawn.replaceAll(standIn, "") !== "") return drawn;
    }
    return standIn;
  };
  const plainAll = (part: string) => Array.from(part, plain).join("");
  return plainAll(
    text
      .toWellFormed()
      .normalize("NFC")
      .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
      .replaceAll(/[\t\p{Zs}]/gu, " ")
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
      .replaceAll(RAISED, (raised) => (draws(raised) ? raised : `^${raised.normalize("NFKC")}`))
      .replaceAll(BROKEN, (broken) => (draws(broken) ? broken : ` ${broken}`))
      .replaceAll(CIRCLED, (circled) => (draws(circled) ? circled : `(${circled.normalize("NFKC")})`)),
  );
}
