import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { hideFromPlanner, prepared } from "../../platform/database/prepared-statements.server.ts";
import { personOf } from "../lists/pages.server.ts";
import type { Modality } from "../profiles/modality.ts";
import { ratingOf } from "../reviews/ratings.server.ts";

/** An own case with the facts by which specialists fit it, and the ring of places that it reached. */
export const ownOffered = prepared("cases.reach", (db, { id, viewer }: { id: string; viewer: string }) =>
  db
    .selectFrom("cases as c")
    .innerJoin("profiles as p", "p.id", "c.patient_id")
    .leftJoin("case_levels as l", "l.case_id", "c.id")
    .select([
      "c.id",
      "c.status",
      "p.id as patient_id",
      sql<string | null>`coalesce(c.place_slug, case when c.location_city is null then p.place_slug end)`.as("place"),
      "c.zone_slug as zone",
      sql<number | null>`extract(year from age(p.birth_date))::int`.as("age"),
      sql<Modality | null>`c.preferred_modality`.as("modality"),
      sql<number | null>`greatest(l.ring, l.wider_ring)`.as("ring"),
    ])
    .where("c.id", "=", id)
    .where("c.patient_id", "=", viewer),
);

/** The specialists whose outlines are shown, as `p`. */
export const outline = (db: Database) =>
  db.selectFrom("user_roles as r").innerJoinLateral(personOf("r.user_id").as("p"), (join) => join.onTrue());
/** The columns of an outline. */
export const OUTLINE = ["p.id", "p.name", "p.specialty", "p.location_city", "p.photo_url"] as const;

/** The outlines of specialists by their ids, in their order, without those who are not public. */
export async function outlinesOf(db: Database, ids: string[]) {
  if (ids.length === 0) return [];
  const found = await outlines.all(db, { ids: `{${ids.join()}}` });
  return ids.flatMap((id) => found.filter((one) => one.id === id));
}

const outlines = prepared("cases.reach outlines", (db, { ids }: { /** A PostgreSQL array. */ ids: string }) =>
  outline(db)
    .select([...OUTLINE, ...ratingOf("r.user_id")])
    .where(sql<boolean>`r.user_id = any(${hideFromPlanner(ids, "uuid[]")})`)
    .where("p.publish_asked_at", "is", null)
    .where("r.role", "=", "kine"),
);
