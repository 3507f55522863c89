import { sql } from "kysely";
import { z } from "zod";
import { SETTINGS } from "../settings/settings.ts";

/** The output of `ratingOf`: the average is null below `rating_from` reviews, the operator's setting. */
export const Rating = z.strictObject({
  review_count: z.int(),
  average_stars: z.number().nullable(),
  rating_from: z.int(),
});

/** From how many reviews an average is shown; read once a statement. */
export const ratingFrom = sql<number>`(select setting_number('rating_from', ${sql.lit(SETTINGS.rating_from.fallback)}))`;

/** The condition that a review `r` counts in an order of specialists. */
export const isRanked = sql<boolean>`is_ranked(r)`;

/**
 * The number of a specialist's reviews, one of each patient, and their average, null while they are too few, by the column with the
 * specialist's id.
 */
export function ratingOf(kineId: string) {
  const id = sql.ref(kineId);
  return [
    sql<number>`coalesce((select g.count from kine_ratings g where g.kine_id = ${id}), 0)`.as("review_count"),
    sql<number | null>`(select g.stars::float8 / nullif(g.count, 0) from kine_ratings g
      where g.kine_id = ${id} and g.count >= ${ratingFrom})`.as("average_stars"),
    ratingFrom.as("rating_from"),
  ] as const;
}
