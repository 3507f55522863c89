import type { Answers } from "../../client/api.ts";

// A wall time has no zone: it is formatted as if it were one of UTC.
const shortWords = new Intl.DateTimeFormat("es-AR", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
/** The day of a wall time such as "2026-12-03T18:00", at midnight UTC. */
export const asDate = (local: string) => new Date(`${local.slice(0, 10)}T00:00:00Z`);

/** "jue, 3 dic". */
export const shortDayOf = (local: string): string => shortWords.format(asDate(local));
/** "18:00". */
export const timeOf = (local: string): string => local.slice(11, 16);
/** "mar 2 dic, 15:00", within a sentence. */
export const momentInShort = (local: string): string => `${dayInShort(local)}, ${timeOf(local)}`;
const dayInShort = (local: string) => shortDayOf(local).replace(",", "");

type StandingBooking = NonNullable<Answers["matches"]["mine"]["items"][number]["booking"]>;

/** How an accepted application stands for its specialist, by the turno that says so. */
export function standingInWords({ standing, local_start }: StandingBooking): string {
  switch (standing) {
    case "asked":
      return `Te pide turno: ${momentInShort(local_start)}`;
    case "proposed":
      return `Le propusiste el ${momentInShort(local_start)}`;
    case "agreed":
      return `Turno el ${momentInShort(local_start)}`;
    case "unmarked":
      return `Sin marcar: turno del ${dayInShort(local_start)}`;
    case "held":
      return `Última sesión: ${dayInShort(local_start)}`;
    case "missed":
      return `No vino el ${dayInShort(local_start)}`;
  }
}
