import type { Answers } from "../../client/api.ts";
import { type KindFacts, KINDS } from "./notification.ts";

type Item = Pick<
  Answers["notifications"]["list"]["items"][number],
  "id" | "kind" | "case_id" | "match_id" | "seen_at" | "created_at"
>;

/** What it is about; of which review a notice is, the list does not say. */
const matterOf = ({ id, kind, match_id, case_id }: Item) =>
  KINDS[kind].group === "reviews" ? id : `${kind} ${match_id ?? case_id}`;

/**
 * The ids of those that wait for their person, of a list that has the newest first: what is done somewhere stands until it is done, as it is
 * listed while it is true, the rest until it was read. One matter waits once, however often it was told.
 */
export function askingOf(items: readonly Item[]): Set<string> {
  const newest = new Map(items.toReversed().map((item) => [matterOf(item), item]));
  const waits = ({ kind, seen_at }: Item) => {
    const { asks }: Pick<KindFacts, "asks" | "role"> = KINDS[kind];
    return asks === "until done" || (asks === "until read" && seen_at === null);
  };
  return new Set([...newest.values()].filter(waits).map(({ id }) => id));
}
