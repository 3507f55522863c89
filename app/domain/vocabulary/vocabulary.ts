import { textKey } from "../../shared/text/words.ts";

/** What a free text can be a name of. */
export const WORD_KINDS = ["place", "specialty", "zone"] as const;
export type WordKind = (typeof WORD_KINDS)[number];
export const WORD_KIND_LABELS: Record<WordKind, string> = {
  place: "Barrio",
  specialty: "Especialidad",
  zone: "Zona de la lesión",
};

/** A text as part of a URL: letters and digits with hyphens between them. */
export const slugOf = (text: string) => textKey(text).replaceAll(/[^a-z0-9]+/g, "-");

const MOST = 6;

/** A suggestion: the name that the field takes over, a hint beside it, and all names by which it is found. */
export type Suggestion = { name: string; hint: string; names?: readonly string[] };

type Known<T> = { entry: T; name: string; keys: string[] };

/**
 * A search over `entries`: at most six that match a text, first those with a name that begins with it, then those with a later word that
 * does. No results for an empty text or exactly the name of an entry.
 */
export function suggestionsOf<T extends Suggestion>(entries: readonly T[]): (typed: string) => T[] {
  const known = entries.map((entry): Known<T> => ({
    entry,
    name: entry.name,
    keys: [entry.name, ...(entry.names ?? [])].map(textKey),
  }));
  return (typed) => {
    const text = textKey(typed);
    if (text === "" || known.some(({ name }) => name === typed)) return [];
    const begin = known.filter(({ keys }) => keys.some((key) => key.startsWith(text)));
    const within = known.filter((each) => !begin.includes(each) && each.keys.some((key) => key.includes(` ${text}`)));
    return [...begin, ...within].slice(0, MOST).map(({ entry }) => entry);
  };
}
