import { isDeepStrictEqual } from "node:util";
import { openLruCache } from "../../platform/lru-cache.server.ts";
import { kilometresBetween } from "../places/distance.ts";
import { FARTHEST_KM } from "./query.ts";

/**
 * A specialist as the directory filters and orders them. Sets of modalities and weekdays are bits; a fact holds through its `until` day,
 * in days since 1970.
 */
export type Listed = {
  number: number;
  licenceUntil: number;
  place: string | null;
  specialty: string | null;
  modalities: number;
  licensed: readonly string[];
  licensedUntil: readonly number[];
  coverages: readonly number[];
  coveragesUntil: readonly number[];
  /** Prices at the office, at home and online, in that order; empty when none is stated. */
  prices: readonly (number | null)[];
  pricesUntil: readonly (number | null)[];
  weekdays: number;
  /** The median hours until they applied to their last cases; null while too few are known. */
  replyHours: number | null;
  score: number;
  newcomer: boolean;
  /** When any of these facts last changed, in seconds since 1970. */
  changed: number;
};

/** The least distance between two places: centres have two decimals, so that two places may share one. */
const LEAST_KM = 0.5;
/** The size of the cache of results, in units of 8 bytes: some 25 MB. */
const MOST_REMEMBERED = 3_000_000;
/** The size of a result in addition to its key and list, and of its counts if it has any. */
const OVERHEAD = 50;
const OVERHEAD_OF_COUNTS = 800;

export const AT_HOME = 2;
const ONLINE = 4;
/** Groups are lists that are sorted by points. */
export const EVERYBODY = "everybody";
export const EVERYBODY_ONLINE = "online";
export const groupOfPlace = (slug: string) => `place ${slug}`;
export const groupOfProvince = (jurisdiction: string) => `province ${jurisdiction}`;

type NamedPlace = {
  slug: string;
  kind: string;
  name: string;
  jurisdiction: string;
  latitude: number;
  longitude: number;
};
export type Names = { places: ReadonlyMap<string, NamedPlace>; coverages: ReadonlyMap<number, string> };
/** The context that applies to all rows. */
export type IndexContext = { names: Names; isStrict: boolean; day: number };

/** The current directory. Lists are immutable: a change replaces them, so that a reader keeps a consistent list. */
export type Contents = Names & {
  isStrict: boolean;
  /** Today in Buenos Aires. */
  day: number;
  all: readonly Listed[];
  group(name: string): readonly Listed[];
  /** The places within reach of a place, itself first, with their distance in kilometres. */
  near(slug: string): readonly { place: NamedPlace; km: number }[];
  /** Caches a computation over these groups until one of them changes. The least recently used results are evicted. */
  memoize<T>(key: string, groups: readonly string[], compute: () => T): T;
};

export type IndexWriter = {
  contents: Contents;
  /** Removes the rows `gone` and inserts the rows `put`, which replace rows with the same number. */
  change(gone: readonly number[], put: readonly Listed[]): void;
  around(around: IndexContext): void;
};

type Group = { list: readonly Listed[]; version: number };

const byPoints = (one: Listed, other: Listed) => other.score - one.score || one.number - other.number;

/** Opens empty contents. A change costs one step for each member of the groups that it touches, however many rows change. */
export function openContents(first: IndexContext): IndexWriter {
  let { names, isStrict, day } = first;
  let age = 0;
  let nearby = new Map<string, ReturnType<Contents["near"]>>();
  const rows = new Map<number, Listed>();
  const groups = new Map<string, Group>();
  const remembered = openLruCache<{ stamp: number; value: unknown; size: number }>(MOST_REMEMBERED, ({ size }) => size);

  const groupsOf = ({ place, modalities }: Listed) => {
    const jurisdiction = names.places.get(place ?? "")?.jurisdiction;
    return [
      EVERYBODY,
      ...(modalities & ONLINE ? [EVERYBODY_ONLINE] : []),
      ...(place === null ? [] : [groupOfPlace(place)]),
      ...(jurisdiction === undefined ? [] : [groupOfProvince(jurisdiction)]),
    ];
  };

  function change(gone: readonly number[], put: readonly Listed[]) {
    const left = new Set<number>();
    const touched = new Map<string, Listed[]>();
    for (const number of [...gone, ...put.map((one) => one.number)]) {
      const before = rows.get(number);
      if (!before) continue;
      left.add(number);
      rows.delete(number);
      for (const name of groupsOf(before)) if (!touched.has(name)) touched.set(name, []);
    }
    for (const one of put.toSorted(byPoints)) {
      if (one.licenceUntil < day) continue;
      rows.set(one.number, one);
      for (const name of groupsOf(one)) {
        const added = touched.get(name);
        if (added) added.push(one);
        else touched.set(name, [one]);
      }
    }
    for (const [name, added] of touched) {
      const { list, version } = groups.get(name) ?? { list: [], version: 0 };
      groups.set(name, { list: merged(list, left, added), version: version + 1 });
    }
  }

  function around(now: IndexContext) {
    const isLater = now.day !== day;
    const isRenamed = now.names !== names;
    if (!isLater && !isRenamed && now.isStrict === isStrict) return;
    // Groups depend on places, not on coverages.
    const isMoved = isRenamed && !isDeepStrictEqual(now.names.places, names.places);
    age += 1;
    ({ names, isStrict, day } = now);
    if (isLater)
      change(
        [...rows.values()].filter(({ licenceUntil }) => licenceUntil < day).map((one) => one.number),
        [],
      );
    if (!isMoved) return;
    nearby = new Map();
    const all = [...rows.values()];
    rows.clear();
    groups.clear();
    change([], all);
  }

  function near(slug: string) {
    const known = nearby.get(slug);
    if (known) return known;
    const centre = names.places.get(slug);
    if (!centre) return [];
    const found = [...names.places.values()]
      .filter(({ kind }) => kind !== "jurisdiction")
      .map((place) => ({ place, km: place === centre ? 0 : Math.max(LEAST_KM, kilometresBetween(centre, place)) }))
      .filter(({ km }) => km <= FARTHEST_KM)
      .toSorted((one, other) => one.km - other.km);
    nearby.set(slug, found);
    return found;
  }

  function memoize<T>(key: string, groupNames: readonly string[], compute: () => T): T {
    const stamp = groupNames.reduce((sum, name) => sum + (groups.get(name)?.version ?? 0), 0);
    const aged = `${age} ${key}`;
    const known = remembered.get(aged);
    if (known?.stamp === stamp) return known.value as T;
    const value = compute();
    remembered.set(aged, { stamp, value, size: sizeOf(key, value) });
    return value;
  }

  const group = (name: string) => groups.get(name)?.list ?? [];
  const contents: Contents = {
    get places() {
      return names.places;
    },
    get coverages() {
      return names.coverages;
    },
    get isStrict() {
      return isStrict;
    },
    get day() {
      return day;
    },
    get all() {
      return group(EVERYBODY);
    },
    group,
    near,
    memoize,
  };
  return { contents, change, around };
}

/** The size, in units of 8 bytes, of a result that is a list, or an object with a list and counts. */
function sizeOf(key: string, value: unknown): number {
  const own = OVERHEAD + Math.ceil(key.length / 4);
  if (Array.isArray(value)) return own + value.length;
  const { list } = (value ?? {}) as { list?: readonly unknown[] };
  return own + OVERHEAD_OF_COUNTS + (list?.length ?? 0);
}

function merged(before: readonly Listed[], left: ReadonlySet<number>, added: readonly Listed[]): readonly Listed[] {
  const all: Listed[] = [];
  let next = 0;
  for (const one of before) {
    if (left.size > 0 && left.has(one.number)) continue;
    for (let other = added[next]; other && byPoints(other, one) < 0; other = added[++next]) all.push(other);
    all.push(one);
  }
  for (const other of added.slice(next)) all.push(other);
  return all;
}
