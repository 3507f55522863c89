import { fold } from "../../shared/text/fold.ts";
import { ACCOUNTS, EMAILS, HANDLES, HARMLESS, WEBS } from "./contact-patterns.ts";
import { gatheredNumbersIn } from "./gathered-numbers.ts";
import { phonesIn } from "./phones-in-text.ts";
import { foldedText, type Span } from "./folded-text.ts";

export type ContactKind = "phone" | "email" | "web" | "handle" | "account";
/** A span of a text that reveals contact data: from `start` up to `end`, in UTF-16 units. */
export type FoundContact = Span & { kind: ContactKind };

/** How much longer a text may become by what its signs stand for, besides its own length. */
const MOST_UNFOLDED = 1_000;

const WRITTEN = [
  ["email", EMAILS],
  ["web", WEBS],
  ["account", ACCOUNTS],
  ["handle", HANDLES],
] as const;

/**
 * Finds contact data with which a reader could reach the author outside of the product, also if disguised: digits in words, spaced, full-width
 * or emoji, "arroba" and "punto com". In order, without overlaps. Prefers false positives, except for numbers that clinical texts often have.
 */
export function contactsIn(text: string): FoundContact[] {
  // Signs that stand for whole words, thousands of them: nobody writes so, and to look through it would take seconds.
  if (text.normalize("NFKC").length > 2 * text.length + MOST_UNFOLDED)
    return [{ kind: "account", start: 0, end: text.length }];
  const folded = foldedText(text);
  const found: FoundContact[] = [];
  let rest = folded.text;
  // Each kind searches the text that earlier kinds left: an e-mail address contains a domain, and a domain may contain a handle.
  const take = (kind: ContactKind, spans: Span[]) => {
    for (const span of spans) {
      found.push({ kind, ...folded.originalOf(span) });
      rest = blanked(rest, span);
    }
  };
  for (const [kind, patterns] of WRITTEN) {
    take(kind, matchesOf(rest, patterns));
    take(kind, matchesOf(asLetters(rest), patterns));
  }
  // Amounts and values may be figures of a number all the same; dates and fractions are not.
  let figures = rest;
  const [written, read] = [digitsBefore(text), digitsBefore(folded.text)];
  const isInWords = (span: Span) => {
    const { start, end } = folded.originalOf(span);
    return within(written, start, end) < within(read, span.start, span.end);
  };
  for (const harmless of matchesOf(rest, HARMLESS)) {
    const isDate = /\d ?[-/:]/.test(rest.slice(harmless.start, harmless.end));
    // Nobody writes a date or fraction in words.
    if (isDate && isInWords(harmless)) continue;
    rest = blanked(rest, harmless);
    if (isDate) figures = blanked(figures, harmless);
  }
  // "T3lef0n0" is a word.
  rest = rest.replaceAll(/\b[a-z]+(?:\d[a-z]+)+\d?\b/g, asLetters);
  const phones = phonesIn(rest, isInWords);
  take("phone", phones.length > 0 ? phones : gatheredNumbersIn(figures));
  return found.toSorted((one, other) => one.start - other.start);
}

/** How many digits of any script stand before each place of a text, counted once for the thousands of spans of a long one. */
function digitsBefore(text: string): Uint32Array {
  const sums = new Uint32Array(text.length + 1);
  let at = 0;
  for (const character of text) {
    const digits = /\d/.test(character)
      ? 1
      : /[^\0-\x7F]/.test(character)
        ? fold(character).replaceAll(/\D/g, "").length
        : 0;
    const sum = (sums[at] ?? 0) + digits;
    at += character.length;
    sums.fill(sum, at - character.length + 1, at + 1);
  }
  return sums;
}

const within = (sums: Uint32Array, start: number, end: number) => (sums[end] ?? 0) - (sums[start] ?? 0);

const blanked = (text: string, { start, end }: Span) =>
  text.slice(0, start) + "\n".repeat(end - start) + text.slice(end);

/** Replaces digits that are used as letters: "1nst4", "gm4il". The length is unchanged, so that spans stay valid. */
const asLetters = (text: string) =>
  text.replaceAll(/\b(?=[a-z\d]*[a-z][a-z\d]*[a-z]|1g\b)[a-z\d]{2,12}\b/g, (word) =>
    word.replaceAll("4", "a").replaceAll("1", "i").replaceAll("3", "e").replaceAll("0", "o"),
  );

function matchesOf(text: string, patterns: readonly RegExp[]): Span[] {
  const spans: Span[] = [];
  let rest = text;
  for (const pattern of patterns) {
    for (const match of rest.matchAll(pattern)) {
      const span = { start: match.index, end: match.index + match[0].length };
      if (spans.every(({ start, end }) => span.end <= start || span.start >= end)) spans.push(span);
    }
    for (const span of spans) rest = blanked(rest, span);
  }
  return spans;
}
