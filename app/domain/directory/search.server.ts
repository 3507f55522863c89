import type { Topic } from "./addresses.ts";
import {
  AT_HOME,
  type Contents,
  EVERYBODY,
  EVERYBODY_ONLINE,
  groupOfPlace,
  groupOfProvince,
  type Listed,
} from "./contents.server.ts";
import { isCovered, mayBeIn, openFacts } from "./facts.server.ts";
import { nearnessOf, withNewcomers } from "./order.ts";
import { type Asked, FARTHEST_KM, isFiltered, PAGE_SIZE, queryOf } from "./query.ts";
import { type Counts, MISSES, openTally } from "./tally.server.ts";

export type Found = { list: readonly Listed[]; counts: Counts };

/** The specialists of one place with its distance, or all specialists with distance 0. */
type Group = { km: number; list: readonly Listed[] };
type Neighbour = { one: Listed; km: number };
/** The specialists found, with their distances in an array of the same order. */
type Hits = { list: readonly Listed[]; kms: readonly number[] };

/** The whole list of a page, sorted, and the counts of its filters. Values of a filter are alternatives (OR); filters combine (AND). */
export function search(contents: Contents, topic: Topic, asked: Asked): Found {
  const key = `found ${JSON.stringify(topic)} ${queryOf({ ...asked, page: 1 })}`;
  return contents.memoize(key, groupNamesOf(contents, topic), () => find(contents, topic, asked));
}

function find(contents: Contents, topic: Topic, asked: Asked): Found {
  const tally = openTally(contents, topic);
  const missesOf = openMisses(contents, topic, asked);
  const list: Listed[] = [];
  const kms: number[] = [];
  const isPlain = !isFiltered({ ...asked, radius: 0, order: "recomendado" });
  for (const { km, list: group } of groupsOf(contents, topic)) {
    if (isPlain) tally.addWithin(km, group.length);
    if (isPlain && km > asked.radius) continue;
    for (const one of group) {
      const misses = missesOf(one, km);
      if (misses === 0) {
        list.push(one);
        kms.push(km);
      }
      tally.add(one, misses);
      if (!isPlain && (misses & ~MISSES.radius) === 0) tally.addWithin(km, 1);
    }
  }
  return { list: inOrder(contents, topic, { list, kms }, asked), counts: tally.counts() };
}

/** The groups that a topic's page depends on. */
function groupNamesOf(contents: Contents, { area }: Topic): readonly string[] {
  if (area.kind === "province") return [groupOfProvince(area.jurisdiction)];
  if (area.kind === "place" || area.kind === "home")
    return contents.near(area.place).map(({ place }) => groupOfPlace(place.slug));
  return [area.kind === "online" ? EVERYBODY_ONLINE : EVERYBODY];
}

/** All specialists that the path of a page selects, by place and nearest first. */
function groupsOf(contents: Contents, topic: Topic): readonly Group[] {
  const { area } = topic;
  if (area.kind !== "place" && area.kind !== "home") return [{ km: 0, list: listOf(contents, topic) }];
  return contents
    .near(area.place)
    .map(({ place, km }) => ({ km, list: listAt(contents, topic, area.place, place.slug) }));
}

/** The specialists of a topic, without its neighbours. */
export function listOf(contents: Contents, topic: Topic): readonly Listed[] {
  const { area, specialty } = topic;
  if (area.kind === "place" || area.kind === "home") return listAt(contents, topic, area.place, area.place);
  const [name = EVERYBODY] = groupNamesOf(contents, topic);
  const jurisdiction = area.kind === "province" ? area.jurisdiction : null;
  if (specialty === null && (jurisdiction === null || !contents.isStrict)) return contents.group(name);
  return contents.memoize(`all ${name} ${specialty}`, [name], () =>
    contents
      .group(name)
      .filter(
        (one) =>
          (specialty === null || one.specialty === specialty) &&
          (jurisdiction === null || mayBeIn(contents, one, jurisdiction)),
      ),
  );
}

/** The specialists of `place` who attend there, or who make home visits in the page's place `about`. */
function listAt(contents: Contents, { area, specialty }: Topic, about: string, place: string): readonly Listed[] {
  const isHome = area.kind === "home";
  const name = groupOfPlace(place);
  if (!isHome && specialty === null && !contents.isStrict) return contents.group(name);
  const jurisdiction = contents.places.get(isHome ? about : place)?.jurisdiction ?? "";
  return contents.memoize(`at ${place} ${specialty} ${isHome && jurisdiction}`, [name], () =>
    contents
      .group(name)
      .filter(
        (one) =>
          (specialty === null || one.specialty === specialty) &&
          (!isHome || one.modalities & AT_HOME) &&
          mayBeIn(contents, one, jurisdiction),
      ),
  );
}

function openMisses(contents: Contents, topic: Topic, asked: Asked) {
  const { specialties, coverages, upTo, radius, weekdays, onlyNew } = asked;
  const { day } = contents;
  const { priceOf } = openFacts(contents, topic);
  const [askedSpecialties, askedCoverages] = [new Set<string | null>(specialties), new Set(coverages)];
  const days = weekdays.reduce((bits, weekday) => bits | (1 << weekday), 0);
  return (one: Listed, km: number): number => {
    let misses = km > radius ? MISSES.radius : 0;
    if (askedSpecialties.size > 0 && !askedSpecialties.has(one.specialty)) misses |= MISSES.specialty;
    if (askedCoverages.size > 0 && !isCovered(one, askedCoverages, day)) misses |= MISSES.coverage;
    if (upTo !== null && (priceOf(one) ?? Infinity) > upTo) misses |= MISSES.price;
    if (days !== 0 && (one.weekdays & days) === 0) misses |= MISSES.weekday;
    if (onlyNew && !one.newcomer) misses |= MISSES.newcomer;
    return misses;
  };
}

/** Sorts a list that comes in the order of its groups: nearest first, and each group by points. */
function inOrder(contents: Contents, topic: Topic, { list, kms }: Hits, { order, radius }: Asked): readonly Listed[] {
  const { freshPriceOf } = openFacts(contents, topic);
  if (order === "precio") return sortedBy(list, (one) => freshPriceOf(one) ?? NO_PRICE);
  if (order === "cercania") return list;
  const byPoints =
    radius === 0
      ? list
      : sortedBy(list, (one, place) => MOST_POINTS - one.score - nearnessOf(kms[place] ?? FARTHEST_KM));
  return withNewcomers(byPoints, contents.day, PAGE_SIZE);
}

const MOST_POINTS = 10_000;
const NO_PRICE = 2 ** 30;
/** More than the length of any list. */
const PLACES = 2 ** 22;

/** A stable sort by ascending key. Numbers that combine key and index are sorted ten times as fast as objects. */
function sortedBy(list: readonly Listed[], keyOf: (one: Listed, place: number) => number): readonly Listed[] {
  const keys = Float64Array.from(list, (one, place) => keyOf(one, place) * PLACES + place).toSorted();
  const sorted: Listed[] = [];
  for (const key of keys) {
    const one = list[key % PLACES];
    if (one) sorted.push(one);
  }
  return sorted;
}

/** The nearest specialists outside a place, for a page with few of its own. */
export function neighboursOf(contents: Contents, topic: Topic, most: number): Neighbour[] {
  const near: Neighbour[] = [];
  for (const { km, list } of groupsOf(contents, topic)) {
    if (km === 0) continue;
    for (const one of list.slice(0, most - near.length)) near.push({ one, km });
    if (near.length >= most) break;
  }
  return near;
}
