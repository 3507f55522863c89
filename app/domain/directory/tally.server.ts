import { SPECIALTIES } from "../specialties/specialties.ts";
import type { Topic } from "./addresses.ts";
import type { Contents, Listed } from "./contents.server.ts";
import { openFacts } from "./facts.server.ts";
import { PRICE_LIMITS, RADII } from "./query.ts";

/** How many specialists each value of a filter would match, with all other filters unchanged; counts of 0 are left out. */
export type Counts = {
  specialties: Record<string, number>;
  coverages: Record<number, number>;
  upTo: Record<number, number>;
  radius: Record<number, number>;
  weekdays: Record<number, number>;
  onlyNew: number;
};

/** The filters that exclude a specialist, as bits. */
export const MISSES = { specialty: 1, coverage: 2, price: 4, radius: 8, weekday: 16, newcomer: 32 } as const;

const DAYS = [0, 1, 2, 3, 4, 5, 6];
const placeOfSpecialty = new Map(SPECIALTIES.map(({ slug }, place) => [slug, place]));

/** Counts specialists for each filter, in typed arrays, since a list may have a hundred thousand. */
export function openTally(contents: Contents, topic: Topic) {
  const { day } = contents;
  const { priceOf } = openFacts(contents, topic);
  const specialties = new Int32Array(SPECIALTIES.length);
  const coverages = new Int32Array(Math.max(0, ...contents.coverages.keys()) + 1);
  const upTo = new Int32Array(PRICE_LIMITS.length);
  const radius = new Int32Array(RADII.length);
  const weekdays = new Int32Array(DAYS.length);
  let onlyNew = 0;
  const increase = (counts: Int32Array, place: number, by = 1) => {
    counts[place] = (counts[place] ?? 0) + by;
  };

  function addWithin(km: number, many: number) {
    for (const [place, limit] of RADII.entries()) if (km <= limit) increase(radius, place, many);
  }

  return {
    /** Counts a specialist for the only filter that excludes them, or for all filters when no filter does. */
    add(one: Listed, misses: number) {
      const counted = (filter: number) => (misses & ~filter) === 0;
      if (one.specialty !== null && counted(MISSES.specialty)) {
        const place = placeOfSpecialty.get(one.specialty);
        if (place !== undefined) increase(specialties, place);
      }
      if (counted(MISSES.coverage)) {
        const { coverages: stated, coveragesUntil } = one;
        for (let place = 0; place < stated.length; place += 1)
          if ((coveragesUntil[place] ?? 0) >= day) increase(coverages, stated[place] ?? 0);
      }
      if (counted(MISSES.price)) {
        const price = priceOf(one);
        if (price !== null)
          for (let place = PRICE_LIMITS.length - 1; price <= (PRICE_LIMITS[place] ?? 0); place -= 1)
            increase(upTo, place);
      }
      if (counted(MISSES.weekday))
        for (let weekday = 0; weekday < 7; weekday += 1) if (one.weekdays & (1 << weekday)) increase(weekdays, weekday);
      if (one.newcomer && counted(MISSES.newcomer)) onlyNew += 1;
    },
    /** Counts `many` specialists at a distance. */
    addWithin,
    counts(): Counts {
      return {
        specialties: named(specialties, (place) => SPECIALTIES[place]?.slug),
        coverages: named(coverages, (id) => (contents.coverages.has(id) ? id : undefined)),
        upTo: named(upTo, (place) => PRICE_LIMITS[place]),
        radius: named(radius, (place) => RADII[place]),
        weekdays: named(weekdays, (weekday) => weekday),
        onlyNew,
      };
    },
  };
}

function named(counts: Int32Array, nameOf: (place: number) => string | number | undefined): Record<string, number> {
  const found: Record<string, number> = {};
  counts.forEach((count, place) => {
    const name = nameOf(place);
    if (count > 0 && name !== undefined) found[name] = count;
  });
  return found;
}
