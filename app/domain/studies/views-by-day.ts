import { formatDay } from "../../shared/format.ts";
import { BUENOS_AIRES, calendarDaysBetween } from "../../shared/text/calendar-days.ts";

type View = { study: string; viewer_name: string | null; viewed_at: Date | string };
/** Who opened one study on one day, each once, in the order of the views. */
export type DayOfViews = { study: string; day: string; names: string[] };

const DELETED = "Una cuenta eliminada";

/** Views, newest first, by day and study. A day is one of Buenos Aires. */
export function viewsByDay(views: readonly View[], now = new Date()): DayOfViews[] {
  const days = new Map<string, DayOfViews>();
  for (const { study, viewer_name, viewed_at } of views) {
    const day = dayInWords(new Date(viewed_at), now);
    const key = `${day} ${study}`;
    const found = days.get(key) ?? { study, day, names: [] };
    days.set(key, found);
    const name = viewer_name ?? DELETED;
    if (!found.names.includes(name)) found.names.push(name);
  }
  return [...days.values()];
}

function dayInWords(date: Date, now: Date): string {
  const days = calendarDaysBetween(now, date, BUENOS_AIRES);
  return days === 0 ? "hoy" : days === -1 ? "ayer" : `el ${formatDay(date)}`;
}

/** "Carla Benítez lo vio hoy", "Carla Benítez y 2 más lo vieron ayer". */
export function seenInWords({ names, day }: DayOfViews): string {
  const [first = "", second, ...others] = names;
  if (second === undefined) return `${first} lo vio ${day}`;
  return `${first} y ${others.length === 0 ? second : `${others.length + 1} más`} lo vieron ${day}`;
}
