import type { Span } from "./folded-text.ts";

const LINK = "(?:y|despues|luego|seguido de|guion|barra|espacio|punt(?:o|ito)|mas)";
const BETWEEN = String.raw`(?:[^\p{Letter}\p{Number},\n]{0,6}|, ?| ?${LINK}(?: ${LINK})* ?|x)`;
const DIGITS = new RegExp(String.raw`(?:\+ ?|[([] ?)?\d(?:${BETWEEN}\d)*`, "gu");
const CUE =
  /\b(?:tel|telefono|fijo|cel|celu|celular|movil|numero|nro|num|sms|whats?app|whats|wasap|wsp|wpp|wp|wap|guasap|watsap|llam[a-z]*|escrib[a-z]*|mensaje[a-z]*|contact[a-z]*|comunic[a-z]*|ubic[a-z]*|agend[a-z]*|habla(?:me|r)? (?:con|al)|marca|marcame)\b[^\n\d]{0,30}$/;
/** A number given in parts with words between them: "empieza con 11 5555 y termina con 8190". */
const PARTS =
  /(?<!\d)(?:11|0?[23]\d{2,3})\b[^\n]{0,40}\b(?:despues|luego|al final|sigue|termina|cierra|ultimos?|(?:segunda|otra) parte|otros|resto|otra parte)\b[^\n]{0,60}\d/g;

const MOST_DIGITS = 15;
const WHOLE_DIGITS = 10;
const LOCAL_DIGITS = 8;
const SHORTEST_DIGITS = 6;

/** Finds the phone numbers in a folded text whose harmless numbers are blanked. */
export function phonesIn(text: string): Span[] {
  const whole = [...text.matchAll(DIGITS)].flatMap((match) => {
    const isCued = CUE.test(text.slice(Math.max(0, match.index - 50), match.index));
    return partsOf(match[0]).some((part) => isPhone(part, isCued)) ? [spanOf(match)] : [];
  });
  if (whole.length > 0) return whole;
  return [...text.matchAll(PARTS)]
    .filter(([all]) => countDigits(all) >= LOCAL_DIGITS && countDigits(all) <= MOST_DIGITS)
    .map(spanOf);
}

const spanOf = (match: RegExpExecArray) => ({ start: match.index, end: match.index + match[0].length });
const digitsOf = (text: string) => text.replaceAll(/\D/g, "");
const countDigits = (text: string) => digitsOf(text).length;

/** Splits two adjacent numbers: "4555-6680 / 4555-6681". */
const partsOf = (written: string) => (countDigits(written) > MOST_DIGITS ? written.split(/ [/y] | - /) : [written]);

function isPhone(written: string, isCued: boolean): boolean {
  const digits = digitsOf(written);
  const { length } = digits;
  if (length < SHORTEST_DIGITS || length > MOST_DIGITS) return false;
  if (isCued || (written.startsWith("+") && length >= LOCAL_DIGITS)) return true;
  const groups = written.match(/\d+/g) ?? [];
  const isSpelled = groups.every((group) => group.length === 1);
  const isList = written.includes(",") && groups.every((group) => group.length <= 3);
  const arePairs = groups.length > 2 && groups.every((group) => group.length <= 2);
  if (!isSpelled && (isList || arePairs) && !/^(?:0|11|54)/.test(digits)) return false;
  if (length >= WHOLE_DIGITS) return true;
  // A Uruguayan mobile number.
  if (/^09\d{7}$/.test(digits)) return true;
  if (digits.startsWith("15") && length >= LOCAL_DIGITS && !arePairs) return true;
  const isLocal = isSpelled || groups.length === 1 || groups.every((group) => group.length === 4);
  return length === LOCAL_DIGITS && /^[2-7]/.test(digits) && isLocal;
}
