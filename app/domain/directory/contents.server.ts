import { kilometresBetween } from "../places/distance.ts";
import { FARTHEST_KM } from "./query.ts";

/** A specialist as the directory filters and orders them; sets of modalities and weekdays are bits. */
export type Listed = {
  number: number;
  place: string | null;
  specialty: string | null;
  modalities: number;
  licensed: readonly string[];
  coverages: readonly number[];
  price: number | null;
  weekdays: number;
  score: number;
  newcomer: boolean;
  /** When anything of it changed, in seconds. */
  changed: number;
};

/** Centres have two decimals: two places may have the same. */
const LEAST_KM = 0.5;

export const AT_HOME = 2;
export const ONLINE = 4;

type NamedPlace = {
  slug: string;
  kind: string;
  name: string;
  jurisdiction: string;
  latitude: number;
  longitude: number;
};
export type Names = { places: ReadonlyMap<string, NamedPlace>; coverages: ReadonlyMap<number, string> };
type Around = Names & { isStrict: boolean };

/** The directory at one moment. Its lists are in the order of the points, nearness apart. */
export type Contents = Around & {
  all: readonly Listed[];
  inPlace(slug: string): readonly Listed[];
  /** The places with specialists within reach of a place, itself first, with their distance in kilometres. */
  near(slug: string): readonly { place: NamedPlace; km: number }[];
  /** Computes something of these contents once. */
  once<T>(key: string, compute: () => T): T;
};

const byPoints = (one: Listed, other: Listed) => other.score - one.score || one.number - other.number;

/** The contents after some rows have changed: only those are sorted, and put among the others. */
export function contentsOf(
  before: Contents | null,
  listed: ReadonlyMap<number, Listed>,
  changed: ReadonlySet<number>,
  { names, isStrict }: { names: Names; isStrict: boolean },
): Contents {
  const all = before ? merged(before.all, listed, changed) : [...listed.values()].toSorted(byPoints);
  const places = new Map<string, Listed[]>();
  for (const one of all) {
    if (one.place === null) continue;
    const there = places.get(one.place);
    if (there) there.push(one);
    else places.set(one.place, [one]);
  }
  const computed = new Map<string, unknown>();
  function once<T>(key: string, compute: () => T): T {
    const found = computed.get(key) as T | undefined;
    if (found !== undefined) return found;
    const value = compute();
    computed.set(key, value);
    return value;
  }
  const near = (slug: string) =>
    once(`near ${slug}`, () => {
      const centre = names.places.get(slug);
      if (!centre) return [];
      return [...names.places.values()]
        .filter((place) => place.kind !== "jurisdiction" && (place === centre || places.has(place.slug)))
        .map((place) => ({ place, km: place === centre ? 0 : Math.max(LEAST_KM, kilometresBetween(centre, place)) }))
        .filter(({ km }) => km <= FARTHEST_KM)
        .toSorted((one, other) => one.km - other.km || (one.place === centre ? -1 : other.place === centre ? 1 : 0));
    });
  return { ...names, isStrict, all, inPlace: (slug) => places.get(slug) ?? [], near, once };
}

function merged(before: readonly Listed[], listed: ReadonlyMap<number, Listed>, changed: ReadonlySet<number>) {
  const added = [...changed]
    .map((number) => listed.get(number))
    .filter((one) => one !== undefined)
    .toSorted(byPoints);
  const all: Listed[] = [];
  let next = 0;
  for (const one of before) {
    if (changed.has(one.number)) continue;
    for (let other = added[next]; other && byPoints(other, one) < 0; other = added[++next]) all.push(other);
    all.push(one);
  }
  return [...all, ...added.slice(next)];
}
