import { ACCOUNTS, EMAILS, HANDLES, HARMLESS, WEBS } from "./contact-patterns.ts";
import { phonesIn } from "./phones-in-text.ts";
import { foldedText, type Span } from "./folded-text.ts";

export type ContactKind = "phone" | "email" | "web" | "handle" | "account";
/** Where a text gives contact data away: from `start` up to `end`, in UTF-16 units. */
export type FoundContact = Span & { kind: ContactKind };

const WRITTEN = [
  ["email", EMAILS],
  ["web", WEBS],
  ["account", ACCOUNTS],
  ["handle", HANDLES],
] as const;

/**
 * Finds what would let a reader reach the author outside of the product, also where it is disguised: digits in words, spaced, in full width or as
 * emoji, "arroba" and "punto com". In order, without overlaps. It errs on the side of finding, but knows what clinical texts are full of.
 */
export function contactsIn(text: string): FoundContact[] {
  const folded = foldedText(text);
  const found: FoundContact[] = [];
  let rest = folded.text;
  // Each kind is looked for in what the kinds before it left: an address of mail holds a domain, and a domain may hold a handle.
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
  for (const harmless of matchesOf(rest, HARMLESS)) rest = blanked(rest, harmless);
  take("phone", phonesIn(rest));
  return found.toSorted((one, other) => one.start - other.start);
}

const blanked = (text: string, { start, end }: Span) =>
  text.slice(0, start) + "\n".repeat(end - start) + text.slice(end);

/** Digits that stand for letters: "1nst4", "gm4il". As many as before, so places stay. */
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
