const relative = new Intl.RelativeTimeFormat("es-AR", { numeric: "auto", style: "short" });
const day = new Intl.DateTimeFormat("es-AR", { dateStyle: "long", timeZone: "America/Argentina/Buenos_Aires" });
const moment = new Intl.DateTimeFormat("es-AR", {
  dateStyle: "long",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "America/Argentina/Buenos_Aires",
});

/** "21 de noviembre de 2026". */
export function formatDay(date: Date): string {
  return day.format(date);
}

/** "21 de noviembre de 2026 a las 14:30", for titles beside a relative time. */
export function formatMoment(date: Date): string {
  return moment.format(date);
}

/** "hace 2 h", "ayer"; the date itself after a month. */
export function formatRelative(date: Date, now = new Date()): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) < 60) return "recién";
  if (Math.abs(seconds) < 3600) return relative.format(Math.round(seconds / 60), "minute");
  if (Math.abs(seconds) < 86_400) return relative.format(Math.round(seconds / 3600), "hour");
  if (Math.abs(seconds) < 30 * 86_400) return relative.format(Math.round(seconds / 86_400), "day");
  return day.format(date);
}

/** "1 reseña", "3 reseñas". */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
