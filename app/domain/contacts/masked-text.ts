import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { foldedText } from "./folded-text.ts";
import { type ContactKind, contactsIn, type FoundContact } from "./found-contacts.ts";
import { MASK } from "./mask.ts";

/** The text with all contact data replaced by the mask; the text itself when it contains no contact data. */
export const maskedText = (text: string): string => withMasks(text, contactsIn(text));

/**
 * A text with its contact data masked, also those of which the author wrote a part before it, and what was found of them, from its
 * beginning on; null when nothing was. `earlier` are the author's texts before it, the latest first.
 */
export function maskedAfter(earlier: readonly string[], text: string): { shown: string; said: string | null } {
  const own = contactsIn(text);
  const [last, ...others] = earlier;
  // One text between two halves does not hide them.
  const contexts = [...(last === undefined ? [] : [last, ...others.map((other) => `${other} ${last}`)]), ...others];
  const begun = contexts.flatMap((context) => {
    const before = `${context.slice(-EDGE)} `;
    const both = before + text.slice(0, EDGE);
    return contactsIn(both)
      .filter(({ start, end }) => start < before.length && end > before.length)
      .map(({ kind, start, end }) => ({ kind, start: 0, end: end - before.length, said: both.slice(start, end) }))
      .filter(({ kind, said }) => isInParts(kind, said, [context, text]));
  });
  const all = [...own, ...begun].toSorted((one, other) => one.start - other.start);
  const said = [...begun.map((each) => each.said), ...(own.length > 0 ? [text] : [])];
  return { shown: withMasks(text, all), said: said.length > 0 ? said.join("\n") : null };
}

/** How far from the end of one text and the start of the next the parts of contact data are looked for, in UTF-16 units. */
export const EDGE = 100;
const MOST_PIECES = 4;
const ACCOUNT_DIGITS = 22;
/** Its digits in fours, and the two that remain, cut once more. */
const ACCOUNT_PIECES = 7;

/**
 * Whether what goes across texts is contact data beyond doubt, since values of one text go on in the next: a valid number in few pieces or
 * digit by digit, two fours of which one stands alone, or the 22 digits of an account.
 */
export function isInParts(kind: ContactKind, said: string, texts: readonly string[]): boolean {
  const pieces = foldedText(said).text.match(/\d+/g) ?? [];
  const digits = pieces.join("");
  if (kind === "account") return digits.length === ACCOUNT_DIGITS && pieces.length <= ACCOUNT_PIECES;
  const isSpelled = pieces.slice(1).every(({ length }) => length === 1);
  if (kind !== "phone" || (pieces.length > MOST_PIECES && !isSpelled)) return false;
  if (parsePhoneNumberFromString(digits, "AR")?.isValid()) return true;
  return (
    pieces.length === 2 &&
    pieces.every(({ length }) => length === 4) &&
    texts.some((text) => /^\D*\d{4}\D*$/.test(text) && !/\p{L}/u.test(text))
  );
}

/** A text with spans of it, in order, replaced by the mask. */
export function withMasks(text: string, contacts: readonly FoundContact[]): string {
  let shown = "";
  let done = 0;
  for (const { start, end } of contacts) {
    // Spans may overlap in the original, where several folded characters come from the same original ones.
    if (start >= done) shown += text.slice(done, start) + MASK;
    done = Math.max(done, end);
  }
  return shown + text.slice(done);
}
