import { sql } from "kysely";
import { z } from "zod";
import { anyone } from "../../api/guards.server.ts";
import type { CopyKind } from "../../platform/copies.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { serverRun } from "../../platform/live/live-table.server.ts";
import { COVERAGE_KINDS } from "./coverage-labels.ts";
import { coverageSearch } from "./coverage-search.ts";

const SEARCH_MAX = 80;

/** At most eight coverages in use that match a text: by name, alias or prefix, with one wrong letter forgiven. */
export const search = anyone
  .meta({ summary: "Finds coverages by any of their names." })
  .input(z.object({ text: z.string().max(SEARCH_MAX).default("") }).default({ text: "" }))
  .output(z.array(z.strictObject({ id: z.int(), kind: z.enum(COVERAGE_KINDS), short: z.string(), name: z.string() })))
  .handler(async ({ input: { text }, context: { services } }) => {
    const searchIn = await services.copies.of(coveragesInUse).read();
    const find = await searchIn(services.db);
    return find(text).map(({ id, kind, short, name }) => ({ id, kind, short, name }));
  });

type InUse = Awaited<ReturnType<typeof inUse.all>>[number];
type Search = (typed: string) => InUse[];

/**
 * Opens a search of the coverages in use. The node matches them in memory, which allows it to forgive a wrong letter. It reads the coverages
 * and computes their keys again only when their state changes; each search reads the state, so that no search misses a change.
 */
const coveragesInUse: CopyKind<(db: Database) => Promise<Search>> = {
  open() {
    let cached: { state: string; find: Search } | null = null;
    async function searchIn(db: Database): Promise<Search> {
      const names = await stateOfNames.first(db, {});
      if (!names) throw new Error("the directory has no state");
      if (cached?.state === names.state) return cached.find;
      // Read after the state, so that the names are at least as new.
      const find = coverageSearch(await inUse.all(db, {}));
      cached = { state: names.state, find };
      return find;
    }
    return { read: async () => searchIn, ageMs: () => 0, close: async () => undefined };
  },
};

/** A state that differs after each change of the vocabulary, on each day, and in each run of the database server. */
const stateOfNames = prepared("coverages.search state", (db) =>
  db
    .selectFrom("directory_state as s")
    .select(sql<string>`concat_ws(' ', s.names_changed_in, current_date, ${serverRun})`.as("state")),
);

const inUse = prepared("coverages.search", (db) =>
  db
    .selectFrom("coverages")
    .select(["id", "kind", "short", "name", "aliases", "rank"])
    .where("retired_at", "is", null)
    .where("active_from", "<=", sql<string>`current_date`)
    .orderBy("id"),
);
