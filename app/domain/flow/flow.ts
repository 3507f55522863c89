/** The upper ends of the buckets of `after`, in hours; what is later has a bucket of its own. */
export const BUCKET_HOURS = [1, 3, 6, 12, 24, 48, 168, 720] as const;
const [BUCKETS, DAY, TWO_DAYS, WEEK, MONTH] = [9, 5, 6, 7, 8];

/** How many buckets end within so long. */
const WITHIN = { day: DAY, two_days: TWO_DAYS, week: WEEK, month: MONTH } as const;
export type Within = keyof typeof WITHIN;
const HOURS: Record<Within, number> = { day: 24, two_days: 48, week: 168, month: 720 };

/** Fewer cases than this are told as "<5": without a number, a share or parts. */
export const FEW = 5;
/** Fewer cases than this have no share, but "8 de 12". */
export const SHARE_FROM = 20;
export const WEEK_DAYS = 7;
/** Cases of one place, modality or zone are counted by so many days. */
export const BLOCK_DAYS = 28;

/** What was counted of the cases of a cell, as `flow_sums.n` holds it: 32 numbers. */
export type Counts = readonly number[];

const [APPLIED, UNANSWERED, ACCEPTED] = [1, 10, 19];
const AT = { published: 0, withdrawn: 28, slept: 29, closed: 30, reviewed: 31 } as const;
const SLOTS = 32;

function sum(counts: Counts, from: number, buckets: number): number {
  let all = 0;
  for (let at = from; at < from + buckets; at += 1) all += counts[at] ?? 0;
  return all;
}

export const NOTHING: Counts = Array.from({ length: SLOTS }, () => 0);
/** The sum of what was counted of several cells or weeks. */
export function totalOf(all: readonly Counts[]): Counts {
  const total = [...NOTHING];
  for (const counts of all) for (let at = 0; at < SLOTS; at += 1) total[at] = (total[at] ?? 0) + (counts[at] ?? 0);
  return total;
}

export const publishedOf = (counts: Counts): number => counts[AT.published] ?? 0;
export const stepOf = (counts: Counts, step: keyof typeof AT): number => counts[AT[step]] ?? 0;
export const answeredOf = (counts: Counts): number => sum(counts, APPLIED, BUCKETS);
export const acceptedOf = (counts: Counts): number => sum(counts, ACCEPTED, BUCKETS);
/** Cases that wait for a first application, or ended so long after. */
export const unmetOf = (counts: Counts): number =>
  publishedOf(counts) - answeredOf(counts) - sum(counts, UNANSWERED, BUCKETS);

/** Whether the parts of so many cases may be told. */
export const partsShown = (cases: number): boolean => cases >= FEW;

/** `n` of `of` cases; `percent` where there are enough of them. */
export type Part = { n: number; of: number; percent: number | null };

function partOf(n: number, of: number): Part | null {
  if (!partsShown(of)) return null;
  return { n, of, percent: of >= SHARE_FROM ? Math.round((100 * n) / of) : null };
}

/** The cases with an application in time, of those that did not end before without one. Null for a few. */
export function answeredWithin(counts: Counts, within: Within): Part | null {
  if (!partsShown(publishedOf(counts))) return null;
  const buckets = WITHIN[within];
  return partOf(sum(counts, APPLIED, buckets), publishedOf(counts) - sum(counts, UNANSWERED, buckets));
}

/** The cases with an acceptance in time, of all. Null for a few. */
export const acceptedWithin = (counts: Counts, within: Within): Part | null =>
  partOf(sum(counts, ACCEPTED, WITHIN[within]), publishedOf(counts));

/**
 * The bucket in which so much of the cases had a first application, by the Kaplan-Meier estimator: who waits counts as longer, who ended without
 * one as waiting until then. Null: later than seven days, or for a few cases.
 */
export function quantileOf(counts: Counts, share: number): number | null {
  let atRisk = publishedOf(counts);
  if (!partsShown(atRisk)) return null;
  let waiting = 1;
  for (let bucket = 0; bucket < WEEK; bucket += 1) {
    const answered = counts[APPLIED + bucket] ?? 0;
    if (atRisk > 0) waiting *= 1 - answered / atRisk;
    // A hair, since the product of exact shares may miss an exact half.
    if (waiting <= 1 - share + 1e-9) return bucket;
    atRisk -= answered + (counts[UNANSWERED + bucket] ?? 0);
  }
  return null;
}

/** "1 a 3 h", "más de 7 días": when a quantile is. */
export function bucketWords(bucket: number | null): string {
  if (bucket === null || bucket >= WEEK) return "más de 7 días";
  return ["menos de 1 h", "1 a 3 h", "3 a 6 h", "6 a 12 h", "12 a 24 h", "1 a 2 días", "2 a 7 días"][bucket] ?? "";
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Buenos Aires is three hours behind UTC, all year. */
const OFFSET_MS = 3 * HOUR_MS;

/** Whether so long has passed since the last case of the days could be published. `from` is a date without time. */
export const isOver = (from: string, days: number, within: Within | null, now: number): boolean =>
  Date.parse(from) + OFFSET_MS + days * DAY_MS + (within ? HOURS[within] * HOUR_MS : 0) <= now;

/** The Monday of a moment's week in Buenos Aires, and the first day of its block of four weeks, as dates. */
export const weekOf = (now: number): string => startOf(now, WEEK_DAYS);
export const blockOf = (now: number): string => startOf(now, BLOCK_DAYS);
const FIRST = Date.parse("2020-01-06");
const startOf = (now: number, days: number): string =>
  isoDay(FIRST + Math.floor((now - OFFSET_MS - FIRST) / (days * DAY_MS)) * days * DAY_MS);
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
/** The day so many days later. */
export const dayAfter = (day: string, days: number): string => isoDay(Date.parse(day) + days * DAY_MS);
