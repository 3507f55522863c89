import { almostReadingsOf, AREA, readingsOf } from "./argentine-numbers.ts";
import type { Span } from "./folded-text.ts";
import { endsWithLabel, isLabelled } from "./labelled-numbers.ts";

const LINK =
  "(?:(?:el |la )?(?:primer[oa]|segund[oa]|tercer[oa])|y|con|despues|dsp|desp|dps|luego|seguido (?:de|por)|guion|raya|barra|espacio|coma|punt(?:o|ito)|mas)";
/** What may stand between the pieces of one number. */
const BETWEEN = String.raw`(?:[^\p{Letter}\p{Number},\n]{0,6}| ?, ?| ?,? ?${LINK}(?: ${LINK})* ?| ?[([][a-z ]{1,20}[)\]] ?|[a-z])`;
const CHAIN = new RegExp(String.raw`(?:\+ ?|[([] ?)?\d(?:${BETWEEN}\d)*`, "gu");
const PIECE = /\d+/g;
/** "WhatsApp" as people write it. */
const WHATSAPP = "(?:g?[uw]h?a[tc]?[sz]{0,2}-?h?ap+|[gw]u?as+a|whats|wsp|wpp|wp|wap?)";
const CUE_AFTER = new RegExp(
  String.raw`^[ ,(]{0,3}(?:al reve[sz]|dad[oa]s? vuelta|invertido|(?:es )?(?:el |mi )?(?:fijo|cel|tel|${WHATSAPP})|es mi (?:num|nro))`,
);
/** What makes digits measured values: the words before and after them. */
const MEASURED_BEFORE =
  /\b(?:pasos|fuerza|dolor|eva|vas|escala|test|peso|talla|presion|ta|fc|pulso|glucemia|ferritina|cpk|colesterol|leucocitos|plaquetas|hemoglobina|hb|rango|rom|flexion|extension|abduccion|angulos?|series?|reps?|repeticiones|ejercicios?|nivel|semanas?|altura|lineas?|colectivos?|perimetros?|perimetria|cms?|contra|vs|del otro)\b[^\n\d]{0,20}$|\d\d[-.]\d\d ?(?:cms?|mm|kgs?|grados|°)(?![a-z])[^\n\d]{0,30}$/;
const MEASURED_AFTER =
  /^ ?(?:de |por |por dia )?(?:mg|mcg|ml|kgs?|gramos|g|cm|mm|mts?|metros|m|kms?|pasos|grados|°|veces|repeticiones|reps|lpm|dolor|watts?|vatios|impulsos|pesos|derech[oa]|izquierd[oa]|contra|vs)\b/;
const CUE = new RegExp(
  String.raw`\b(?:tel|telf|tlf|telefono|phone|fijo|[cs]el|[cs]elu|[cs]elular|movil|m[ai]s? (?:numero|nro|num)|cada (?:numero|cifra|digito)|sms|${WHATSAPP}|llam[a-z]*|escrib[a-z]*|mensaje[a-z]*|contact[a-z]*|comunic[a-z]*|ubic[a-z]*|agend[a-z]*|habla(?:me|r)? (?:con|al)|marca|marcame|telegra[mn]|signal|al reve[sz]|de atras|(?:caracteristica|prefijo|codigo(?: de area)?|el) del? [a-z ]{3,30} y (?:despues|luego|sigue)|☎|📞|📱)(?:(?<![a-z])|(?![a-z]))[^\n\d]{0,30}$`,
  "u",
);
/** A number given in parts with words between them. */
const IN_PARTS = [
  // "11 5555 y termina con 8190"
  String.raw`(?<!\d)0?${AREA}(?!\d{9})\d{0,8}\b[^\n]{0,40}\b(?:despues|luego|al final|sigue|termina|cierra|ultimos?|(?:segunda|otra) (?:parte|mitad)|otros|resto)\b[^\n]{0,60}\d`,
  // "termina en 4471, empieza con 11 y en el medio 6059"
  String.raw`\b(?:termina|empieza|arranca|comienza|principio|final)\b[^\n]{0,60}\b(?:termina|empieza|arranca|comienza|principio|final|medio)\b[^\n]{0,30}\d`,
  // "numero: 555-8821, caracteristica 0341"
  String.raw`\b(?:num|nro|numero|tel|telefono|cel)\b[^\n\d]{0,5}\d[\d -]{5,9}[^\n\d]{1,12}\b(?:prefijo|area|caracteristica|caract)\b[^\n\d]{0,10}0?${AREA}\b`,
  // "el prefijo es 0358 y el numero 464 7720"
  String.raw`\b(?:primeros|prefijo|area|caracteristica|caract)\b[^\n\d]{0,12}\d[\d ]{1,7}\b[^\n\d]{0,20}\b(?:num|nro|numero|ultimos)\b[^\n\d]{0,10}\d[\d -]{3,9}`,
  // "11-58 es la primera parte", "44-73 la segunda", also in lines of their own
  String.raw`(?:\d[\d -]{0,9}\D{1,12})?\bprimera (?:parte|mitad)\b\D{0,20}\d[\d -]{1,9}\D{1,12}\b(?:segunda|otra)\b(?:\D{1,20}\d[\d -]{0,9})?`,
].map((source) => new RegExp(source, "g"));

const MOST_DIGITS = 15;
const LOCAL_DIGITS = 8;
const SHORTEST_DIGITS = 6;

/** The pieces of a possible number, and what stands between and around them. */
type Candidate = {
  pieces: string[];
  between: string[];
  before: string;
  after: string;
  isCued: boolean;
  isMeasured: boolean;
  isInWords: boolean;
  /** Whether it is a part of a list of an odd number of fours, which are no pairs. */
  isOfOddFours: boolean;
};

/** Finds the phone numbers in a folded text. `isInWords` says whether a digit of a span of it is written as a word. */
export function phonesIn(text: string, isInWords: (span: Span) => boolean): Span[] {
  const found = [...text.matchAll(CHAIN)].flatMap((chain) => numbersIn(text, chain, isInWords));
  if (found.length > 0) return found;
  return IN_PARTS.flatMap((parts) => [...text.matchAll(parts)])
    .filter(([all]) => countDigits(all) >= LOCAL_DIGITS && countDigits(all) <= MOST_DIGITS)
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** The numbers of a chain of pieces: from each piece on the longest, so that a number ends where the next begins. */
function numbersIn(text: string, chain: RegExpExecArray, isInWords: (span: Span) => boolean): Span[] {
  const pieces = [...chain[0].matchAll(PIECE)].map((match) => ({
    digits: match[0],
    start: chain.index + match.index,
    end: chain.index + match.index + match[0].length,
  }));
  const figures = pieces.map(({ digits }) => digits);
  const signs = pieces.slice(1).map((piece, at) => text.slice(pieces[at]?.end, piece.start));
  const isOfOddFours = hasOddFours(chain[0]);
  const found: Span[] = [];
  for (let first = 0; first < pieces.length; first += 1) {
    const start = pieces[first]?.start ?? 0;
    const before = text.slice(Math.max(0, start - 50), start);
    let last = lastWithin(pieces, first);
    let digits = pieces.slice(first, last + 1).reduce((count, piece) => count + piece.digits.length, 0);
    const known = found.length;
    for (; digits >= SHORTEST_DIGITS && found.length === known; last -= 1) {
      digits -= pieces[last]?.digits.length ?? 0;
      const span = { start, end: pieces[last]?.end ?? start };
      const after = text.slice(span.end, span.end + 30);
      const candidate = {
        pieces: figures.slice(first, last + 1),
        between: signs.slice(first, last),
        before,
        after,
        isOfOddFours,
        // Asked of few: a text of short pieces has tens of thousands of candidates.
        get isCued() {
          return (first === 0 && CUE.test(before) && !endsWithLabel(before)) || CUE_AFTER.test(after);
        },
        get isMeasured() {
          return MEASURED_BEFORE.test(before) || MEASURED_AFTER.test(after);
        },
        get isInWords() {
          return isInWords(span);
        },
      };
      if (!isPhone(candidate) || isLabelled(candidate)) continue;
      // The sign before it belongs to it.
      const sign = /(?:\+ ?)?[([]? ?$/.exec(before)?.[0] ?? "";
      found.push({ start: start - sign.trimStart().length, end: span.end });
      first = last;
    }
  }
  return found;
}

/** Whether a list holds an odd number of fours with blanks between them: "3241 4532 5120". */
const hasOddFours = (chain: string) =>
  [...chain.matchAll(/(?<![\d-])\d{4}(?: \d{4})+(?![\d-])/g)].some(([fours]) => fours.split(" ").length % 2 === 1);

/** The last piece up to which the digits still fit into one number. */
function lastWithin(pieces: readonly { digits: string }[], first: number): number {
  let count = 0;
  let last = first;
  for (let at = first; at < pieces.length; at += 1) {
    count += pieces[at]?.digits.length ?? 0;
    if (count > MOST_DIGITS) break;
    last = at;
  }
  return last;
}

const countDigits = (text: string) => text.replaceAll(/\D/g, "").length;

function isPhone(candidate: Candidate): boolean {
  const { pieces, isCued, before } = candidate;
  const digits = pieces.join("");
  if (digits.length < SHORTEST_DIGITS) return false;
  const isSpelledOut = isSpelled(candidate) && digits.length >= LOCAL_DIGITS && !isCount(pieces.map(Number));
  if (isCued && digits.length <= MOST_DIGITS - 2 && (isSpelledOut || !isSeries(candidate))) return true;
  if (/\+ ?\(?$/.test(before) && digits.length >= LOCAL_DIGITS) return true;
  if (isSeries(candidate)) return false;
  // A Uruguayan mobile number, and a free line.
  if (/^(?:09\d{7}|0(?:800|810|600)\d{6,7})$/.test(digits)) return true;
  return isNational(candidate, digits) || isFifteen(candidate, digits) || isLocal(candidate, digits);
}

const isSpelled = ({ pieces }: Candidate) => pieces.every(({ length }) => length === 1);
/** Whether values grow or shrink by the same step. */
const isCount = (values: readonly number[]) =>
  new Set(values.slice(1).map((value, at) => value - (values[at] ?? 0))).size === 1;
/** Pairs with one sign and no blank between all of them: "11.45.55.67.89". */
const areJoinedPairs = (candidate: Candidate) =>
  arePairs(candidate) && /^[.-]$/.test(candidate.between[0] ?? "") && new Set(candidate.between).size === 1;
const arePairs = ({ pieces }: Candidate) => pieces.length > 2 && pieces.every(({ length }) => length <= 2);

/** Whether the pieces are values of a series, of which each stands for itself: round ones, years, or one counted up. */
function isSeries(candidate: Candidate): boolean {
  const { pieces } = candidate;
  if (pieces.length < 2) return /0{5}$|^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(pieces[0] ?? "");
  const values = pieces.map(Number);
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  if (isSpelled(candidate)) {
    const isStrength = values.length === LOCAL_DIGITS && values.every((value) => value <= 5) && !candidate.isInWords;
    return isStrength || steps.every((step) => Math.abs(step) <= 1) || (steps[0] !== 0 && isCount(values));
  }
  const isAsPhone = (candidate.isInWords || areJoinedPairs(candidate)) && !isCount(values);
  const isMonotone = steps.every((step) => step > 0) || steps.every((step) => step < 0);
  return (
    values.every((value) => value % (value < 1_000 && pieces.length > 2 ? 5 : 50) === 0) ||
    (arePairs(candidate) && isMonotone && !isAsPhone) ||
    values.every((value) => value >= 1900 && value <= 2100)
  );
}

/** A number with its area code, in pieces as people write one. */
function isNational(candidate: Candidate, digits: string): boolean {
  const { pieces, between } = candidate;
  const isWhole = pieces.length === 1 || isSpelled(candidate);
  let at = 0;
  const ends = pieces.map(({ length }) => (at += length));
  const isList = between.every((sign) => sign.includes(",")) && pieces.every(({ length }) => length <= 3);
  const isFourAndPairs =
    /^4(?: 2){3}$/.test(pieces.map(({ length }) => length).join(" ")) && new Set(between).size === 1;
  const isInFours = pieces.length > 2 && pieces.slice(-2).every(({ length }) => length === 4);
  if (almostReadingsOf(digits).some(({ afterArea }) => isWhole || (isInFours && ends.includes(afterArea)))) return true;
  return readingsOf(digits).some(({ area, afterArea }) => {
    if (isWhole || area === "11") return true;
    if ((isList || arePairs(candidate)) && !candidate.isInWords) return false;
    // Many write the first four digits together, also of a code of three.
    return ends.includes(afterArea) || (pieces[0]?.length === 4 && pieces.length <= 3) || isFourAndPairs;
  });
}

/** A mobile number with the 15 of its area: with eight digits, or whole or in its usual pieces with fewer. */
function isFifteen(candidate: Candidate, digits: string): boolean {
  if (!/^15[2-9]\d{5,7}$/.test(digits)) return false;
  const { pieces, between, isInWords } = candidate;
  if (pieces.length === 1 || isSpelled(candidate)) return true;
  return (
    pieces[0] === "15" &&
    !candidate.isMeasured &&
    (isInWords ||
      pieces.slice(1).every(({ length }) => length === 4) ||
      (!arePairs(candidate) && between.every((sign) => !/[a-z]/.test(sign))))
  );
}

/** A number of eight digits without an area code: whole, in two fours, digit by digit, or in words. */
function isLocal(candidate: Candidate, digits: string): boolean {
  if (!/^[2-7]\d{7}$/.test(digits)) return false;
  const { pieces, between, before, after } = candidate;
  // A part of a longer number: "150-23456789-00".
  if (pieces.length === 1) return !/\d-$/.test(before) && !/^-\d/.test(after);
  if (candidate.isInWords) return true;
  if (candidate.isMeasured || candidate.isOfOddFours) return false;
  if (isSpelled(candidate)) return new Set(between.filter((_, at) => at !== 3).map((sign) => sign.trim())).size === 1;
  if (pieces.length === 4 && arePairs(candidate)) return between.every((sign) => sign === "-" || sign === ".");
  return pieces.every(({ length }) => length === 4) && between.every((sign) => !/[,/a-z]/.test(sign));
}
