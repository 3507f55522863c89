import { type RawBuilder, sql } from "kysely";
import { z } from "zod";

export const Count = z.strictObject({ count: z.int() });

/** A total that the database maintains: the number of users, specialists on offer or reviews, or the sum of the reviews' stars. */
export function tallied(
  total: "people" | "specialists" | "reviews",
  column: "count" | "stars" = "count",
): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(t.${sql.raw(column)}), 0)::float8 from tallies t where t.total = ${total})`;
}
