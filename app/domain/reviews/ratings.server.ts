import { sql } from "kysely";
import { z } from "zod";

/** The output of `ratingOf`. */
export const Rating = z.strictObject({ review_count: z.int(), average_stars: z.number().nullable() });

/** The condition that a review `r` counts in an order of specialists. */
export const isRanked = sql<boolean>`is_ranked(r)`;

/** The number of a specialist's reviews, one of each patient, and their average or null, by the column with the specialist's id. */
export function ratingOf(kineId: string) {
  const id = sql.ref(kineId);
  return [
    sql<number>`coalesce((select g.count from kine_ratings g where g.kine_id = ${id}), 0)`.as("review_count"),
    sql<number | null>`(select g.stars::float8 / nullif(g.count, 0) from kine_ratings g where g.kine_id = ${id})`.as(
      "average_stars",
    ),
  ] as const;
}
