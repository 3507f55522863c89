const DAY_MS = 86_400_000;
export const BUENOS_AIRES = "America/Argentina/Buenos_Aires";

/** The days from the calendar day of `from` to that of `to` in a time zone, negative backwards: one over each midnight between them. */
export function calendarDaysBetween(from: Date, to: Date, zone: string): number {
  return (dayIn(to, zone) - dayIn(from, zone)) / DAY_MS;
}

/** Today in Argentina, as "2026-12-03". */
export const today = (): string => new Date().toLocaleDateString("sv", { timeZone: BUENOS_AIRES });

/** The start of a moment's calendar day in a zone, as if that day were one of UTC. Swedish dates are those of ISO 8601, with short years. */
const dayIn = (date: Date, zone: string) =>
  Date.parse(date.toLocaleDateString("sv", { timeZone: zone }).padStart(10, "0"));
