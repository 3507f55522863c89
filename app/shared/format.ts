import { BUENOS_AIRES, calendarDaysBetween } from "./text/calendar-days.ts";

const relative = new Intl.RelativeTimeFormat("es-AR", { numeric: "auto", style: "short" });
const day = new Intl.DateTimeFormat("es-AR", { dateStyle: "long", timeZone: BUENOS_AIRES });
const shortDay = new Intl.DateTimeFormat("es-AR", { dateStyle: "medium", timeZone: BUENOS_AIRES });
const moment = new Intl.DateTimeFormat("es-AR", {
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: BUENOS_AIRES,
});
const time = new Intl.DateTimeFormat("es-AR", { timeStyle: "short", hourCycle: "h23", timeZone: BUENOS_AIRES });

/** "21 de noviembre de 2026". */
export function formatDay(date: Date): string {
  return day.format(date);
}

/** "21 nov 2026", in tables. */
export function formatShortDay(date: Date): string {
  return shortDay.format(date);
}

/** "21 nov 2026", from a date as the database formats it. */
export function formatShortDate(date: string): string {
  return formatShortDay(new Date(`${date}T12:00:00-03:00`));
}

/** "14 de marzo de 1961", from a date as the database formats it. */
export function formatBirthDate(date: string): string {
  // A birth date has no time: noon falls on that day in all of the country's time zones.
  return formatDay(new Date(`${date}T12:00:00-03:00`));
}

/** "21 de noviembre de 2026 a las 14:30", for titles beside a relative time. */
export function formatMoment(date: Date): string {
  return moment.format(date);
}

/** "21 nov 2026, 14:30", in tables. */
export function formatShortMoment(date: Date): string {
  return `${formatShortDay(date)}, ${time.format(date)}`;
}

/** "hace 2 h", "ayer"; the date itself after a month. */
export function formatRelative(date: Date, now = new Date()): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  // Whole minutes and hours have passed: 59.6 minutes are no hour.
  if (Math.abs(seconds) < 60) return "recién";
  if (Math.abs(seconds) < 3600) return relative.format(Math.trunc(seconds / 60), "minute");
  if (Math.abs(seconds) < 86_400) return relative.format(Math.trunc(seconds / 3600), "hour");
  const days = calendarDaysBetween(now, date, BUENOS_AIRES);
  return Math.abs(days) < 30 ? relative.format(days, "day") : day.format(date);
}

/** Between two facts on one line: a line may end with it and never begins with it. */
export const DOT = "\u00a0· ";

/** "1 reseña", "3 reseñas". */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
