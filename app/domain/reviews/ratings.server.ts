import { sql } from "kysely";
import { z } from "zod";

/** What `ratingOf` answers. */
export const Rating = z.strictObject({ review_count: z.int(), average_stars: z.number().nullable() });

/** What a specialist's reviews come to, by the column with their id: how many, and their average or null. */
export function ratingOf(kineId: string) {
  const id = sql.ref(kineId);
  return [
    sql<number>`coalesce((select g.count from kine_ratings g where g.kine_id = ${id}), 0)`.as("review_count"),
    sql<number | null>`(select g.stars::float8 / nullif(g.count, 0) from kine_ratings g where g.kine_id = ${id})`
      .as("average_stars"),
  ] as const;
}
