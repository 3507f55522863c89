/** The points of the order, as /como-ordenamos publishes them; `directory_score` of the database has the same rule, except for nearness. */
export const POINTS = { stars: 600, complete: 200, licence: 100, price: 100, reply: 100, near: 200 } as const;
/** How many reviews with the site's mean are added to a specialist's own reviews. */
export const PRIOR_REVIEWS = 5;
/** The days after which a review counts half. */
export const HALF_LIFE_DAYS = 548;
/** The days that a relation must have lasted before its review or answer time counts; `has_lasted` of the database has the same number. */
export const LASTED_DAYS = 7;
/** The median hours until an application that earn all points of a reply, or half of them. */
export const REPLY_HOURS = { all: 3, half: 24 } as const;
/** Nearness gives no points from this distance on. */
export const NEAR_KM = 10;
/** A newcomer has fewer reviews than this. */
export const NEWCOMER_REVIEWS = 3;
/** On the first page, every place whose number is a multiple of this is a newcomer's. */
export const NEWCOMER_EACH = 5;
/** The facts of a profile that make it complete. */
const PROFILE_PARTS = 9;

type Facts = {
  mean: number;
  /** The sum of the stars, each weighted by its age, and the sum of the weights. */
  stars: number;
  weight: number;
  parts: number;
  licenceDays: number;
  price: "fresh" | "aging" | "stale" | null;
  /** Null while too few cases are known. */
  replyHours: number | null;
};

/** A specialist's points without nearness. */
export function scoreOf({ mean, stars, weight, parts, licenceDays, price, replyHours }: Facts): number {
  const rating = (PRIOR_REVIEWS * mean + stars) / (PRIOR_REVIEWS + weight);
  const half = (points: number, isWhole: boolean) => (isWhole ? points : points / 2);
  return Math.round(
    (POINTS.stars * (rating - 1)) / 4 +
      (POINTS.complete * parts) / PROFILE_PARTS +
      half(POINTS.licence, licenceDays <= 180) +
      (price === "fresh" || price === "aging" ? half(POINTS.price, price === "fresh") : 0) +
      replyPoints(replyHours),
  );
}

function replyPoints(hours: number | null): number {
  if (hours !== null && hours <= REPLY_HOURS.all) return POINTS.reply;
  return hours !== null && hours > REPLY_HOURS.half ? 0 : POINTS.reply / 2;
}

/** The points for nearness. */
export const nearnessOf = (km: number) => Math.round(POINTS.near * Math.max(0, 1 - km / NEAR_KM));

/** A pseudo-random number that orders newcomers; it differs each day. */
export function luckOf(number: number, day: number): number {
  let mixed = Math.imul(number ^ Math.imul(day, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Gives every fifth place of the first page to a newcomer: to the luckiest of the day among newcomers at or below that place. Newcomers
 * above it do not move down to it.
 */
export function withNewcomers<Item extends { number: number; newcomer: boolean }>(
  list: readonly Item[],
  day: number,
  pageSize: number,
): readonly Item[] {
  const places = Math.floor(Math.min(pageSize, list.length) / NEWCOMER_EACH);
  if (places === 0) return list;
  const above = list.slice(0, pageSize);
  const lucky = luckiest(list, pageSize, places, day);
  const moved: Item[] = [];
  for (let place = NEWCOMER_EACH - 1; place < places * NEWCOMER_EACH; place += NEWCOMER_EACH) {
    const there = above.slice(place).filter(({ newcomer }) => newcomer);
    const [chosen] = [...there, ...lucky].toSorted((one, other) => luckOf(other.number, day) - luckOf(one.number, day));
    if (!chosen) break;
    const from = above.indexOf(chosen);
    if (from >= 0) above.splice(from, 1);
    else moved.push(...lucky.splice(lucky.indexOf(chosen), 1));
    above.splice(place, 0, chosen);
  }
  return [...above, ...list.slice(pageSize).filter((item) => !moved.includes(item))];
}

/** The luckiest newcomers from the index `from` on, at most `most`. */
function luckiest<Item extends { number: number; newcomer: boolean }>(
  list: readonly Item[],
  from: number,
  most: number,
  day: number,
): Item[] {
  const best: { item: Item; luck: number }[] = [];
  for (let place = from; place < list.length; place += 1) {
    const item = list[place];
    if (!item?.newcomer) continue;
    const luck = luckOf(item.number, day);
    if (best.length === most && luck <= (best.at(-1)?.luck ?? 0)) continue;
    best.push({ item, luck });
    best.sort((one, other) => other.luck - one.luck);
    best.length = Math.min(best.length, most);
  }
  return best.map(({ item }) => item);
}
