import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { MAX_STARS } from "../reviews/review-words.ts";
import { isRanked, ratingOf } from "../reviews/ratings.server.ts";

const SHOWN = 3;
/** The number of latest top reviews considered, which bounds the cost at any size. */
const LATEST = 48;
/** The most of them by one person, their latest. */
const MOST_OF_PERSON = 3;

/**
 * The three best rated specialists among those with recent top reviews, with their public fields. Averages are damped by adding three
 * reviews of four stars to each specialist.
 */
export function bestRated(db: Database) {
  return db
    .with("praised", (query) =>
      query
        .selectFrom("reviews as r")
        .select("r.kine_id")
        .where("r.stars", "=", MAX_STARS)
        .where(isRanked)
        .where(
          sql<boolean>`(select count(*) from (select from reviews l where l.patient_id = r.patient_id and l.id > r.id
            and l.stars = r.stars limit ${MOST_OF_PERSON}) later) < ${MOST_OF_PERSON}`,
        )
        .where(
          // Those of a deleted account are found by the hash of its mailbox; without the offsets PostgreSQL may read every review.
          sql<boolean>`(r.patient_id is not null or (select count(*) from (select from review_authors a
            cross join lateral (select o.review_id from review_authors o where o.hash = a.hash and o.review_id > r.id offset 0) o
            cross join lateral (select from reviews l where l.id = o.review_id and l.stars = r.stars offset 0) l
            where a.review_id = r.id limit ${MOST_OF_PERSON}) later) < ${MOST_OF_PERSON})`,
        )
        .orderBy("r.id", "desc")
        .limit(LATEST),
    )
    .selectFrom((query) => query.selectFrom("praised").select("kine_id").distinct().as("chosen"))
    .innerJoin("profiles as p", "p.id", "chosen.kine_id")
    .select([
      "p.id",
      "p.name",
      "p.specialty",
      "p.price_range",
      "p.modalities",
      "p.location_city",
      "p.photo_url",
      ...ratingOf("p.id"),
    ])
    .where(sql<boolean>`has_role(p.id, 'kine')`)
    .where("p.approval_status", "=", "approved")
    .where("p.publish_asked_at", "is", null)
    .where(sql<boolean>`is_licence_current(listed_since(p.id, p.license_checked_at))`)
    .orderBy(
      sql`(select (sum(r.stars) + 12.0) / (count(*) + 3) from reviews r where r.kine_id = p.id and ${isRanked})`,
      "desc",
    )
    .orderBy("p.id", "desc")
    .limit(SHOWN)
    .execute();
}
