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
/** "mar 2 dic", within a sentence. */
export const dayInShort = (local: string) => shortDayOf(local).replace(",", "");
