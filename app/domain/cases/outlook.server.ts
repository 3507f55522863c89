import { sql } from "kysely";
import { z } from "zod";
import { patientReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { personOf } from "../lists/pages.server.ts";
import { Rating, ratingOf } from "../reviews/ratings.server.ts";
import { firstApplicationLife, medianOfLives } from "./first-application.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

/** The number of latest cases from which the median time to a first application is computed. */
const SAMPLE = 200;
/** The median is unknown below this number of cases. */
const LEAST = 5;
/** Specialists of the same neighbourhood are searched among this many of the newest. */
const LOOKED_THROUGH = 200;
const SHOWN = 3;

const text = z.string().nullable();
const Outlook = z.strictObject({
  first_application_minutes: z.number().nullable(),
  specialists: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      specialty: text,
      location_city: text,
      photo_url: text,
      ...Rating.shape,
    }),
  ),
});

/**
 * What the patient of a published case can expect: the median time to a first application among the latest cases, null
 * while there are too few or half of them still wait, and up to three specialists, starting with the same neighbourhood.
 */
export const outlook = patientReads
  .meta({ summary: "Tells what an own published case can expect.", refuses: ["CASE_NOT_FOUND"] })
  .input(z.object({ id: z.uuid() }))
  .output(Outlook)
  .handler(async ({ input: { id }, context: { db, viewer, services } }) => {
    const found = await ownPlace.first(db, { id, viewer: viewer.id });
    if (!found) throw new AppError("CASE_NOT_FOUND");
    const [typical, specialists] = await Promise.all([
      typicalWait.first(db, {}),
      nearby.all(db, { city: found.location_city ?? "" }),
    ]);
    const isKnown = typical && typical.count >= LEAST;
    return {
      first_application_minutes: isKnown ? typical.minutes : null,
      specialists: specialists.map((one) => shownToOthers(services, one)),
    };
  });

const ownPlace = prepared("cases.outlook place", (db, { id, viewer }: { id: string; viewer: string }) =>
  db
    .selectFrom("cases as c")
    .innerJoin("profiles as p", "p.id", "c.patient_id")
    .select(sql<string | null>`coalesce(c.location_city, p.location_city)`.as("location_city"))
    .where("c.id", "=", id)
    .where("c.patient_id", "=", viewer),
);

const typicalWait = prepared(
  "cases.outlook wait",
  () =>
    sql<{ count: number; minutes: number | null }>`
    with lives as (
      select life.* from (select id, created_at, dormant_at, closed_at from cases order by id desc limit ${SAMPLE}) c,
        lateral ${firstApplicationLife} life
    )
    select count(*)::int as count, ${medianOfLives(sql`lives`)} / 60 as minutes from lives`,
);

const nearby = prepared("cases.outlook specialists", (db, { city }: { city: string }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom("user_roles")
        .select("user_id")
        .where("role", "=", "kine")
        .orderBy("user_id", "desc")
        .limit(LOOKED_THROUGH)
        .as("r"),
    )
    .innerJoinLateral(personOf("r.user_id").as("p"), (join) => join.onTrue())
    .select(["p.id", "p.name", "p.specialty", "p.location_city", "p.photo_url", ...ratingOf("r.user_id")])
    .where("p.approval_status", "=", "approved")
    .where("p.suspended_at", "is", null)
    .where("p.publish_asked_at", "is", null)
    .orderBy(sql`lower(trim(p.location_city)) is not distinct from lower(trim(${city}))`, "desc")
    .orderBy("p.id", "desc")
    .limit(SHOWN),
);
