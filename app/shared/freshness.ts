const DAY_MS = 86_400_000;

/** The greatest age, in days, of a fact that is valid without a date, and of one that is valid with its month. */
const FRESH_DAYS = 60;
export const AGING_DAYS = 90;

export const FRESHNESS = ["fresh", "aging", "stale"] as const;
/** How valid a stated fact still is: without a date, with its month, or no longer. */
export type Freshness = (typeof FRESHNESS)[number];

/** The freshness of a fact that was confirmed at a time. `fact_freshness` of the database is the same rule. */
export function freshnessOf(confirmedAt: Date, now: Date): Freshness {
  const days = (now.getTime() - confirmedAt.getTime()) / DAY_MS;
  if (days <= FRESH_DAYS) return "fresh";
  return days <= AGING_DAYS ? "aging" : "stale";
}

const month = new Intl.DateTimeFormat("es-AR", { month: "long", timeZone: "America/Argentina/Buenos_Aires" });
const monthAndYear = new Intl.DateTimeFormat("es-AR", {
  month: "long",
  year: "numeric",
  timeZone: "America/Argentina/Buenos_Aires",
});
const HALF_A_YEAR_DAYS = 180;

/** "septiembre", or "septiembre de 2025" once half a year has passed. */
export function monthOf(date: Date, now = new Date()): string {
  const isOld = now.getTime() - date.getTime() > HALF_A_YEAR_DAYS * DAY_MS;
  return (isOld ? monthAndYear : month).format(date);
}
