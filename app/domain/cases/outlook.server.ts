import { sql } from "kysely";
import { z } from "zod";
import { patientReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { Rating } from "../reviews/ratings.server.ts";
import { RING_KM } from "../service-levels/levels.ts";
import { outlinesOf, ownOffered } from "../service-levels/outlines.server.ts";
import { findCandidates } from "../service-levels/waves.server.ts";
import { MAX_CASES_IN_COURSE } from "./case.ts";
import { firstApplicationLife, medianOfLives } from "./first-application.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

/** The number of people from whose latest case the median time to a first application is computed. */
const SAMPLE = 200;
/** The most of the latest cases that are looked through: as many as so many people have in course. */
const REACH = SAMPLE * MAX_CASES_IN_COURSE;
/** The median is unknown below this number of cases. */
const LEAST = 5;
/** The most specialists of a case's zone that are counted. */
const MOST_COUNTED = 50;
/** How far the zone of a case reaches. */
const [, , ZONE_KM] = RING_KM;
const SHOWN = 3;

const text = z.string().nullable();
const Outlook = z.strictObject({
  first_application_minutes: z.number().nullable(),
  /** How many specialists near the case fit it and see it, 50 at most. */
  nearby: z.int(),
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
 * What the patient of a published case can expect: the median time to a first application among the latest cases of proven addresses, one a person, null while there are too few or
 * half of them still wait, and the specialists near it who fit it: how many, and three of them.
 */
export const outlook = patientReads
  .meta({ summary: "Tells what an own published case can expect.", refuses: ["CASE_NOT_FOUND"] })
  .input(z.object({ id: z.uuid() }))
  .output(Outlook)
  .handler(async ({ input: { id }, context: { db, viewer, services } }) => {
    const found = await ownOffered.first(db, { id, viewer: viewer.id });
    if (!found) throw new AppError("CASE_NOT_FOUND");
    const [typical, fits] = await Promise.all([
      typicalWait.first(db, {}),
      findCandidates(db, found, { isToldToo: true, most: MOST_COUNTED }),
    ]);
    const near = fits.filter(({ km }) => km <= ZONE_KM).map(({ kine_id }) => kine_id);
    const specialists = await outlinesOf(db, near.slice(0, SHOWN));
    return {
      first_application_minutes: typical && typical.count >= LEAST ? typical.minutes : null,
      nearby: near.length,
      specialists: specialists.map((one) => shownToOthers(services, one)),
    };
  });

/** Of each mailbox that was proven the newest case: somebody who publishes many moves the figure by one, and a throwaway account by nothing. */
const typicalWait = prepared(
  "cases.outlook wait",
  () =>
    sql<{ count: number; minutes: number | null }>`
    with lives as (
      select life.* from (
        select distinct on (mailbox_of(n.patient_id)) n.id, n.created_at, n.dormant_at, n.closed_at from (
          select * from (select id, patient_id, created_at, dormant_at, closed_at from cases
            where (select w.is_counted from case_places w where w.case_id = cases.id) order by id desc limit ${REACH}) o
          where id = (select l.id from cases l where l.patient_id = o.patient_id order by l.id desc limit 1)
          order by id desc limit ${SAMPLE}) n
        order by mailbox_of(n.patient_id), n.id desc) c,
        lateral ${firstApplicationLife} life
    )
    select count(*)::int as count, ${medianOfLives(sql`lives`)} / 60 as minutes from lives`,
);
