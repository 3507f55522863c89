import { type Side, SUGGESTED_ZONES, zonesLike } from "../body-zones/body-zones.ts";
import { PLACES, placesLike } from "../places/places.ts";
import { SPECIALTIES, specialtiesLike } from "../specialties/specialties.ts";
import type { Suggestion, WordKind } from "./vocabulary.ts";

const SEARCHES: Record<WordKind, (typed: string) => Suggestion[]> = {
  place: placesLike,
  specialty: specialtiesLike,
  zone: zonesLike,
};

/** The terms of a kind that match a text, at most six. */
export const termsLike = (kind: WordKind, typed: string) => SEARCHES[kind](typed);

const TERMS: Record<WordKind, readonly { name: string; slug: string; side?: Side | null }[]> = {
  place: PLACES,
  specialty: SPECIALTIES,
  zone: SUGGESTED_ZONES,
};

/** The term that has exactly this name, or null. */
export function termNamed(kind: WordKind, name: string): { slug: string; side: Side | null } | null {
  const term = TERMS[kind].find((each) => each.name === name.trim());
  return term ? { slug: term.slug, side: term.side ?? null } : null;
}
