import { type RawBuilder, sql } from "kysely";
import { z } from "zod";

/** How many there are. */
export const Count = z.strictObject({ count: z.int() });

/** A total that the database keeps: how many people, specialists to choose from, or reviews there are, or stars of those. */
export function tallied(total: "people" | "specialists" | "reviews", column: "count" | "stars" = "count"): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(t.${sql.raw(column)}), 0)::float8 from tallies t where t.total = ${total})`;
}
