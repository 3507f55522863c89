import { momentInShort, timeOf } from "./short-days.ts";
import { daysAfter } from "./wall-time.ts";

/** Whether a wall time of a zone is today. */
export const isToday = (local: string, zone: string, now = new Date()): boolean =>
  local.slice(0, 10) === now.toLocaleDateString("sv", { timeZone: zone });

/** "hoy 09:00", "mañana 09:00", else "mar 2 dic, 15:00": a wall time of a zone, within a sentence. */
export function nearMoment(local: string, zone: string, now = new Date()): string {
  if (isToday(local, zone, now)) return `hoy ${timeOf(local)}`;
  return isToday(daysAfter(local.slice(0, 10), -1), zone, now) ? `mañana ${timeOf(local)}` : momentInShort(local);
}
