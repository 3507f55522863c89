const DAY_MS = 86_400_000;
export const BUENOS_AIRES = "America/Argentina/Buenos_Aires";
const formats = new Map<string, Intl.DateTimeFormat>();

/** The days from the calendar day of `from` to that of `to` in a time zone, negative backwards: one over each midnight between them. */
export function calendarDaysBetween(from: Date, to: Date, zone: string): number {
  return (dayIn(to, zone) - dayIn(from, zone)) / DAY_MS;
}

/** The start of a moment's calendar day in a zone, as if that day were one of UTC. */
function dayIn(date: Date, zone: string): number {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
    formats.set(zone, format);
  }
  return Date.parse(`${format.format(date)}T00:00:00Z`);
}
