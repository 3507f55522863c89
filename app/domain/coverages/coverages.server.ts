import { sql } from "kysely";
import { z } from "zod";
import { anyone } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { COVERAGE_KINDS } from "./coverage-labels.ts";
import { coveragesLike } from "./coverage-search.ts";

const SEARCH_MAX = 80;

/** At most eight coverages in use that fit a text: by names, other names and their beginnings, with one wrong letter forgiven. */
export const search = anyone
  .meta({ summary: "Finds coverages by any of their names." })
  .input(z.object({ text: z.string().max(SEARCH_MAX).default("") }).default({ text: "" }))
  .output(z.array(z.strictObject({ id: z.int(), kind: z.enum(COVERAGE_KINDS), short: z.string(), name: z.string() })))
  .handler(async ({ input: { text }, context: { services } }) => {
    const found = coveragesLike(await inUse.all(services.db, {}), text);
    return found.map(({ id, kind, short, name }) => ({ id, kind, short, name }));
  });

// The vocabulary has some hundred rows, and matching them here lets a wrong letter be forgiven.
const inUse = prepared("coverages.search", (db) =>
  db
    .selectFrom("coverages")
    .select(["id", "kind", "short", "name", "aliases", "rank"])
    .where("retired_at", "is", null)
    .where("active_from", "<=", sql<string>`current_date`)
    .orderBy("id"),
);
