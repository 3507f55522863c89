import { momentInShort, timeOf } from "./standing-words.ts";
import { daysAfter } from "./wall-time.ts";

/** "hoy 09:00", "mañana 09:00", else "mar 2 dic, 15:00": a wall time of a zone, within a sentence. */
export function nearMoment(local: string, zone: string, now = new Date()): string {
  const day = local.slice(0, 10);
  const today = now.toLocaleDateString("sv", { timeZone: zone });
  if (day === today) return `hoy ${timeOf(local)}`;
  return day === daysAfter(today, 1) ? `mañana ${timeOf(local)}` : momentInShort(local);
}
