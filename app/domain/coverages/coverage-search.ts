import { textKey } from "../../shared/text/words.ts";
import { isOneEditAway } from "../vocabulary/edit-distance.ts";

/** A searchable coverage of the vocabulary. `rank` is its position before anything is typed. */
export type Searchable = { id: number; short: string; name: string; aliases: readonly string[]; rank: number | null };

/** The most results of a search. */
const RESULTS = 8;
/** From this many letters on, one wrong letter is forgiven. */
const TYPO_LENGTH = 5;

/**
 * Opens a search of coverages: at most eight that match the typed text, best first; for an empty text, the ranked coverages. The keys of
 * their names are computed once.
 */
export function coverageSearch<Item extends Searchable>(all: readonly Item[]): (typed: string) => Item[] {
  const known = all.toSorted(inOrder).map((item) => ({ item, names: namesOf(item) }));
  const ranked = known.filter(({ item }) => item.rank !== null).map(({ item }) => item);
  return (typed) => {
    const text = textKey(typed);
    if (text === "") return ranked.slice(0, RESULTS);
    return known
      .map(({ item, names }) => ({ item, distance: distanceTo(names, text) }))
      .filter(({ distance }) => distance !== null)
      .toSorted((a, b) => Number(a.distance) - Number(b.distance))
      .slice(0, RESULTS)
      .map(({ item }) => item);
  };
}

const inOrder = (a: Searchable, b: Searchable) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || a.id - b.id || 0;

type Names = { own: string; others: readonly string[]; all: readonly string[]; words: readonly string[] };

function namesOf({ short, name, aliases }: Searchable): Names {
  const own = textKey(short);
  const others = [name, ...aliases].map(textKey);
  const all = [own, ...others];
  return { own, others, all, words: all.join(" ").split(" ") };
}

/** How far a coverage is from a text, 0 being its own short name; null when it does not fit. */
function distanceTo({ own, others, all, words }: Names, text: string): number | null {
  if (own === text) return 0;
  if (others.includes(text)) return 1;
  if (own.startsWith(text)) return 2;
  // What follows the name may be a plan that nobody listed: "osde 210 plus".
  if (all.some((key) => text.startsWith(`${key} `))) return 3;
  if (others.some((key) => key.startsWith(text))) return 4;
  const typed = text.split(" ");
  if (typed.every((word) => words.some((known) => known.startsWith(word)))) return 5;
  if (text.length < TYPO_LENGTH) return null;
  if (all.some((key) => isOneEditAway(key, text))) return 6;
  return typed.every((word) => words.some((known) => isNear(known, word))) ? 7 : null;
}

const isNear = (known: string, word: string) =>
  known.startsWith(word) || (word.length >= TYPO_LENGTH && isOneEditAway(known, word));
