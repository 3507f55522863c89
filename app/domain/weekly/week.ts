const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Buenos Aires is three hours behind UTC, all year. */
const OFFSET_MS = 3 * HOUR_MS;
const AT_HOUR = 8;
/** So long after its time the mail still tells its week; later it is dropped. */
const LATEST_MS = 2 * DAY_MS;
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
export type Weekday = (typeof DAYS)[number];

/**
 * The week to tell at a moment, as the date of its Monday: the last whole one before the latest eight o'clock of the chosen day in Buenos Aires;
 * null when that was more than two days ago.
 */
export function weekToTell(now: number, day: Weekday): string | null {
  const here = now - OFFSET_MS;
  const midnight = Math.floor(here / DAY_MS) * DAY_MS;
  const daysSince = (new Date(midnight).getUTCDay() - DAYS.indexOf(day) + 7) % 7;
  let due = midnight - daysSince * DAY_MS + AT_HOUR * HOUR_MS;
  if (due > here) due -= 7 * DAY_MS;
  if (here - due > LATEST_MS) return null;
  const daysOfWeek = (new Date(due).getUTCDay() + 6) % 7;
  return new Date(Math.floor(due / DAY_MS) * DAY_MS - (daysOfWeek + 7) * DAY_MS).toISOString().slice(0, 10);
}
