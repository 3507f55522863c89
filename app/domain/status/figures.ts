import type { Bar } from "../../ui/bar-plot.tsx";

const zone = { timeZone: "America/Argentina/Buenos_Aires" } as const;
const shortHour = new Intl.DateTimeFormat("es-AR", { hour: "2-digit", hourCycle: "h23", ...zone });
const dayOfHour = new Intl.DateTimeFormat("es-AR", { weekday: "short", ...zone });
const shortDay = new Intl.DateTimeFormat("es-AR", { day: "numeric", month: "short", timeZone: "UTC" });
const wholeDay = new Intl.DateTimeFormat("es-AR", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

/** "12.345". */
export const formatCount = (count: number) => count.toLocaleString("es-AR");

/** "340 MB", "1,2 GB". */
export function formatBytes(bytes: number): string {
  const [value, unit] = bytes < 1e9 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${value.toLocaleString("es-AR", { maximumFractionDigits: value < 10 ? 1 : 0 })} ${unit}`;
}

/** "0,4 ms", "120 ms". */
export const formatMs = (ms: number) => `${ms.toLocaleString("es-AR", { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;

/** The bars of sign-ins, hour by hour. */
export function barsOfHours(hours: readonly { hour: Date; signed_in: number; refused: number }[]): Bar[] {
  return hours.map(({ hour, signed_in, refused }) => {
    const short = `${shortHour.format(hour)} h`;
    return { short, name: `${dayOfHour.format(hour)}, ${short}`, first: signed_in, second: refused };
  });
}

/** The bars of cases, day by day: those that found a specialist, and the rest. */
export function barsOfDays(days: readonly { day: string; published: number; filled: number }[]): Bar[] {
  return days.map(({ day, published, filled }) => {
    const date = new Date(`${day}T00:00:00Z`);
    return { short: shortDay.format(date), name: wholeDay.format(date), first: filled, second: published - filled };
  });
}
