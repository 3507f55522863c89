// A wall time has no zone: it is read as if it were one of UTC.
const asDate = (local: string) => new Date(`${local.slice(0, 10)}T00:00:00Z`);

/** The day some days after another, as "2026-12-03". */
export const daysAfter = (day: string, days: number): string =>
  new Date(asDate(day).getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** The weekday of a day or a wall time, 0 being Sunday. */
export const weekdayOf = (local: string): number => asDate(local).getUTCDay();
