import type { Topic } from "./addresses.ts";
import { AT_HOME, type Contents, type Listed, ONLINE } from "./contents.server.ts";
import { nearnessOf, withNewcomers } from "./order.ts";
import { type Asked, FARTHEST_KM, isFiltered, PAGE_SIZE, PRICE_LIMITS, queryOf, RADII } from "./query.ts";

/** How many specialists each value of a filter would leave, with all other filters as they are. */
export type Counts = {
  specialties: Record<string, number>;
  coverages: Record<number, number>;
  upTo: Record<number, number>;
  radius: Record<number, number>;
  weekdays: Record<number, number>;
  onlyNew: number;
};
export type Found = { list: readonly Listed[]; counts: Counts };

/** Specialists of one place, or of all, and how far it is. */
type Group = { km: number; list: readonly Listed[] };
const DAYS = [0, 1, 2, 3, 4, 5, 6];

/** All that a page's list holds, in its order on a day, and the counts beside its filters. A filter's values are alternatives; filters add up. */
export function search(contents: Contents, topic: Topic, asked: Asked, day: number): Found {
  const key = `found ${day} ${JSON.stringify(topic)} ${queryOf({ ...asked, page: 1 })}`;
  // What is filtered is rarely asked for twice, and has too many forms to be kept.
  return isFiltered(asked)
    ? find(contents, topic, asked, day)
    : contents.once(key, () => find(contents, topic, asked, day));
}

function find(contents: Contents, topic: Topic, asked: Asked, day: number): Found {
  const counts: Counts = { specialties: {}, coverages: {}, upTo: {}, radius: {}, weekdays: {}, onlyNew: 0 };
  const found: { one: Listed; km: number }[] = [];
  const isPlain = !isFiltered({ ...asked, radius: 0, order: "recomendado" });
  for (const { km, list } of groupsOf(contents, topic)) {
    for (const radius of RADII)
      if (isPlain && km <= radius) counts.radius[radius] = (counts.radius[radius] ?? 0) + list.length;
    if (isPlain && km > asked.radius) continue;
    for (const one of list) {
      const misses = missesOf(one, km, asked);
      if (misses === 0) found.push({ one, km });
      count(counts, one, km, misses, isPlain);
    }
  }
  return { list: inOrder(found, asked, day), counts };
}

/** Everybody whom the path of a page asks for, by place and nearest first. */
function groupsOf(contents: Contents, topic: Topic): readonly Group[] {
  const { area } = topic;
  if (area.kind !== "place" && area.kind !== "home") return [{ km: 0, list: listOf(contents, topic) }];
  return contents
    .near(area.place)
    .map(({ place, km }) => ({ km, list: listAt(contents, topic, area.place, place.slug) }));
}

/** The specialists of a topic alone, without those near it. */
export function listOf(contents: Contents, topic: Topic): readonly Listed[] {
  const { area, specialty } = topic;
  if (area.kind === "place" || area.kind === "home") return listAt(contents, topic, area.place, area.place);
  return contents.once(`all ${JSON.stringify(topic)}`, () =>
    contents.all.filter(
      (one) =>
        (specialty === null || one.specialty === specialty) &&
        (area.kind !== "online" || one.modalities & ONLINE) &&
        (area.kind !== "province" ||
          (contents.places.get(one.place ?? "")?.jurisdiction === area.jurisdiction &&
            holds(contents, one, area.jurisdiction))),
    ),
  );
}

/** The specialists of a place who attend there, or at homes in the place that the page is about. */
function listAt(contents: Contents, { area, specialty }: Topic, about: string, place: string): readonly Listed[] {
  const isHome = area.kind === "home";
  const jurisdiction = contents.places.get(isHome ? about : place)?.jurisdiction ?? "";
  return contents.once(`at ${place} ${specialty} ${isHome && jurisdiction}`, () =>
    contents
      .inPlace(place)
      .filter(
        (one) =>
          (specialty === null || one.specialty === specialty) &&
          (!isHome || one.modalities & AT_HOME) &&
          holds(contents, one, jurisdiction),
      ),
  );
}

/** Whether a specialist's licences let them be in the pages of a jurisdiction: `is_left_out` of the database is the same rule. */
const holds = ({ isStrict }: Contents, one: Listed, jurisdiction: string) =>
  !isStrict || one.licensed.includes(jurisdiction);

const MISSES = { specialty: 1, coverage: 2, price: 4, radius: 8, weekday: 16, newcomer: 32 } as const;

/** The filters that leave a specialist out, as bits. */
function missesOf(one: Listed, km: number, asked: Asked): number {
  const { specialties, coverages, upTo, radius, weekdays, onlyNew } = asked;
  let misses = km > radius ? MISSES.radius : 0;
  if (specialties.length > 0 && !specialties.includes(one.specialty ?? "")) misses |= MISSES.specialty;
  if (coverages.length > 0 && !coverages.some((id) => one.coverages.includes(id))) misses |= MISSES.coverage;
  if (upTo !== null && !(one.price !== null && one.price <= upTo)) misses |= MISSES.price;
  if (weekdays.length > 0 && !weekdays.some((day) => one.weekdays & (1 << day))) misses |= MISSES.weekday;
  if (onlyNew && !one.newcomer) misses |= MISSES.newcomer;
  return misses;
}

/** Counts a specialist beside each filter that is the only one to leave them out, or beside all when none does. */
function count(counts: Counts, one: Listed, km: number, misses: number, isPlain: boolean): void {
  const counted = (filter: number) => (misses & ~filter) === 0;
  const add = (of: Record<string | number, number>, value: string | number) => (of[value] = (of[value] ?? 0) + 1);
  if (one.specialty !== null && counted(MISSES.specialty)) add(counts.specialties, one.specialty);
  if (counted(MISSES.coverage)) for (const id of one.coverages) add(counts.coverages, id);
  if (one.price !== null && counted(MISSES.price))
    for (const limit of PRICE_LIMITS) if (one.price <= limit) add(counts.upTo, limit);
  if (!isPlain && counted(MISSES.radius)) for (const radius of RADII) if (km <= radius) add(counts.radius, radius);
  if (counted(MISSES.weekday)) for (const day of DAYS) if (one.weekdays & (1 << day)) add(counts.weekdays, day);
  if (one.newcomer && counted(MISSES.newcomer)) counts.onlyNew += 1;
}

function inOrder(found: readonly { one: Listed; km: number }[], { order, radius }: Asked, day: number) {
  const byPrice = ({ price }: Listed) => price ?? Infinity;
  const points = ({ one, km }: { one: Listed; km: number }) => one.score + nearnessOf(km);
  // Groups without distance are in order already.
  const sorted =
    order === "recomendado" && radius === 0
      ? found
      : found.toSorted((a, b) => {
          const first = order === "precio" ? byPrice(a.one) - byPrice(b.one) : order === "cercania" ? a.km - b.km : 0;
          return first || points(b) - points(a) || a.one.number - b.one.number;
        });
  const list = sorted.map(({ one }) => one);
  return order === "recomendado" ? withNewcomers(list, day, PAGE_SIZE) : list;
}

/** The nearest specialists outside a place, for a page with few of its own. */
export function neighboursOf(contents: Contents, topic: Topic, most: number): { one: Listed; km: number }[] {
  const near: { one: Listed; km: number }[] = [];
  for (const { km, list } of groupsOf(contents, topic)) {
    if (km === 0) continue;
    for (const one of list.slice(0, most - near.length)) near.push({ one, km });
    if (near.length >= most || km > FARTHEST_KM) break;
  }
  return near;
}
