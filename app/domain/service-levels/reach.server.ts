import { sql } from "kysely";
import { z } from "zod";
import { patient, patientReads } from "../../api/guards.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { addJob } from "../../platform/jobs.server.ts";
import { caseLevelJob } from "./case-levels.server.ts";
import { edited } from "../cases/course.server.ts";
import { keepSeat } from "../matches/seats.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { MODALITIES, type Modality } from "../profiles/modality.ts";
import { Rating, ratingOf } from "../reviews/ratings.server.ts";
import { DAYS_BETWEEN_INVITATIONS, MOST_INVITED, MOST_RINGS } from "./levels.ts";
import { levelTimes } from "./level-times.server.ts";
import { outline, OUTLINE, outlinesOf, ownOffered } from "./outlines.server.ts";
import { lockOwnOpenCase } from "./still-looking.server.ts";
import { voidAlertsOfFull } from "./void-alerts.server.ts";
import { findCandidates, mayTake, takeAlert, recordAlert } from "./waves.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

const ById = z.object({ id: z.uuid() });
const text = z.string().nullable();
const Reach = z.strictObject({
  preferred_modality: z.enum(MODALITIES).nullable(),
  can_widen_place: z.boolean(),
  invitations_left: z.int(),
  specialists: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      specialty: text,
      location_city: text,
      photo_url: text,
      is_invited: z.boolean(),
      ...Rating.shape,
    }),
  ),
});

/** How an own open case can reach more specialists: three specialists to invite, more modalities, more places. */
export const reach = patientReads
  .meta({
    summary: "Returns specialists to invite to an own open case, and how it can reach more of them.",
    refuses: ["CASE_NOT_FOUND"],
  })
  .input(ById)
  .output(Reach)
  .handler(async ({ input: { id }, context: { db, viewer, services } }) => {
    const found = await ownOffered.first(db, { id, viewer: viewer.id });
    if (found?.status !== "open") throw new AppError("CASE_NOT_FOUND");
    const [invited, lately, fits] = await Promise.all([
      invitedTo.all(db, { id }),
      invitedLately.all(db, { viewer: viewer.id }),
      findCandidates(db, found, { isToldToo: true, most: 2 * MOST_INVITED }),
    ]);
    const asked = new Set([...invited.map((one) => one.id), ...lately.map((one) => one.kine_id)]);
    const candidates = fits.filter(({ kine_id }) => !asked.has(kine_id)).slice(0, MOST_INVITED);
    const specialists = [
      ...invited,
      ...(await outlinesOf(
        db,
        candidates.map(({ kine_id }) => kine_id),
      )),
    ];
    return {
      preferred_modality: found.modality,
      can_widen_place: found.modality !== "online" && (found.ring ?? 0) < MOST_RINGS,
      invitations_left: Math.max(0, MOST_INVITED - invited.length),
      specialists: specialists
        .slice(0, MOST_INVITED)
        .map((one) => ({
          ...shownToOthers(services, one),
          is_invited: invited.some(({ id: other }) => other === one.id),
        })),
    };
  });

const invitedTo = prepared("cases.reach invited", (db, { id }: { id: string }) =>
  outline(db)
    .innerJoin("case_alerts as a", "a.kine_id", "r.user_id")
    .select([...OUTLINE, ...ratingOf("r.user_id")])
    .where("a.case_id", "=", id)
    .where("a.is_invitation", "=", true)
    .where("r.role", "=", "kine")
    .where("p.suspended_at", "is", null)
    .where("p.publish_asked_at", "is", null)
    .orderBy("a.told_at")
    .limit(MOST_INVITED),
);

/** Whom one of the viewer's accounts invited to any case within a week: they are not invited again. */
const invitedLately = prepared("cases.reach lately", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("invitations_made")
    .select("kine_id")
    .where("patient_id", "in", sql<string>`(select same_person(${viewer}::uuid))`)
    .where("at", ">", sql<Date>`now() - make_interval(days => ${DAYS_BETWEEN_INVITATIONS})`),
);

/** Invites a specialist who may take an own open case, three at most: notified at once, or in the daily digest when today's alerts are used up. */
export const invite = patient
  .meta({
    summary: "Invites a specialist to an open case of the caller.",
    refuses: ["CASE_NOT_FOUND", "CASE_NOT_OPEN", "NOT_FOUND", "KINE_PAUSED", "ALREADY_DONE", "TOO_MANY_INVITATIONS"],
    writes: "once",
  })
  .input(z.object({ id: z.uuid(), kine_id: z.uuid() }))
  .output(z.strictObject({ invited: z.literal(true) }))
  .handler(({ input: { id, kine_id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await lockShownCase(tx, viewer.id, id);
      const invited = await tx
        .selectFrom("case_alerts")
        .select("kine_id")
        .where("case_id", "=", id)
        .where("is_invitation", "=", true)
        .execute();
      if (invited.some((one) => one.kine_id === kine_id)) throw new AppError("ALREADY_DONE");
      if (invited.length >= MOST_INVITED) throw new AppError("TOO_MANY_INVITATIONS");
      const invitable = await findInvitable(tx, id, kine_id);
      if (!invitable) throw new AppError("NOT_FOUND");
      if (invitable.is_paused) throw new AppError("KINE_PAUSED");
      if (!(await noteInvitation(tx, viewer.id, kine_id)))
        throw new AppError(
          "TOO_MANY_INVITATIONS",
          `Ya invitaste a este especialista hace menos de ${DAYS_BETWEEN_INVITATIONS} días.`,
        );
      const isAtOnce = await takeAlert(
        tx,
        { kineId: kine_id, patientId: viewer.id },
        (await levelTimes(tx)).alerts_a_day,
      );
      await recordAlert(tx, id, kine_id, isAtOnce, true);
      await keepSeat(tx, id, kine_id);
      await voidAlertsOfFull.run(tx, { case_id: id });
      return { invited: true as const };
    }),
  );

/**
 * Notes that a person invites a specialist; false when one of their accounts did within a week, to any case. The lock has two invitations at once
 * see each other.
 */
async function noteInvitation(tx: Tx, patientId: string, kineId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('invitation ' || mailbox_of(${patientId}::uuid), 0))`.execute(
    tx,
  );
  const { rows } =
    await sql`insert into invitations_made as i (patient_id, kine_id) select ${patientId}::uuid, ${kineId}::uuid
    where not exists (select from invitations_made where kine_id = ${kineId} and patient_id in (select same_person(${patientId}::uuid))
      and at > now() - make_interval(days => ${DAYS_BETWEEN_INVITATIONS}))
    on conflict (patient_id, kine_id) do update set at = now() returning true`.execute(tx);
  return rows.length > 0;
}

async function lockShownCase(tx: Tx, viewerId: string, id: string): Promise<Modality | null> {
  const { is_dormant, preferred_modality } = await lockOwnOpenCase(tx, viewerId, id);
  if (is_dormant)
    throw new AppError("CASE_NOT_OPEN", "Tu caso está en pausa. Volvé a mostrarlo para llegar a especialistas.");
  return preferred_modality;
}

/** A specialist who is active now, may take the case and has not applied, and whether they pause. */
function findInvitable(tx: Tx, caseId: string, kineId: string): Promise<{ is_paused: boolean } | undefined> {
  return tx
    .selectFrom("kine_places as k")
    .innerJoin("profiles as p", "p.id", "k.kine_id")
    .innerJoin("cases as c", (join) => join.on("c.id", "=", caseId))
    .innerJoin("profiles as o", "o.id", "c.patient_id")
    .leftJoin("places as w", (join) =>
      join.on(
        "w.slug",
        "=",
        sql<string>`coalesce(c.place_slug, case when c.location_city is null then o.place_slug end)`,
      ),
    )
    .select(sql<boolean>`is_paused(p.paused_until)`.as("is_paused"))
    .where("k.kine_id", "=", kineId)
    .whereRef("k.kine_id", "<>", "c.patient_id")
    .where("p.publish_asked_at", "is", null)
    .where(sql<boolean>`not is_case_blocked(c.id, k.kine_id)`)
    .where(mayTake(sql`w.jurisdiction`, sql`c.preferred_modality`))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("matches").select("id").where("case_id", "=", caseId).where("kine_id", "=", kineId))),
    )
    .executeTakeFirst();
}

/** Widens an own open case to any modality, or to every ring of places. The specialists who fit then are notified, once for each widening. */
export const widen = patient
  .meta({
    summary: "Widens an open case of the caller to any modality, or to more places.",
    refuses: ["CASE_NOT_FOUND", "CASE_NOT_OPEN"],
    writes: "once",
  })
  .input(z.object({ id: z.uuid(), to: z.enum(["any_modality", "more_places"]) }))
  // False: the case reaches no further specialists, so nobody is notified.
  .output(z.strictObject({ widened: z.boolean() }))
  .handler(({ input: { id, to }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const modality = await lockShownCase(tx, viewer.id, id);
      if (to === "any_modality" && modality === null) return { widened: false };
      if (to === "any_modality") {
        await tx.updateTable("cases").set({ preferred_modality: null }).where("id", "=", id).execute();
        await edited(tx, { id, patient_id: viewer.id }, "words");
      }
      const widened = await (to === "more_places" ? widenPlaces(tx, id) : widenModality(tx, id));
      if (widened) await addJob(tx, caseLevelJob, { id });
      return { widened };
    }),
  );

/** Widens a case to the last ring, once; false if the case had reached it. */
async function widenPlaces(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    insert into case_levels as l (case_id, wider_ring) values (${id}, ${MOST_RINGS})
      on conflict (case_id) do update set wider_ring = ${MOST_RINGS} where greatest(l.ring, l.wider_ring) < ${MOST_RINGS}
      returning true`.execute(tx);
  return rows.length > 0;
}

/** Widens a case to any modality; true only once, however often its patient changes the modality. */
async function widenModality(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    insert into case_levels as l (case_id, wider_ring, is_modality_widened) values (${id}, 1, true)
      on conflict (case_id) do update set wider_ring = greatest(l.ring, l.wider_ring, 1), is_modality_widened = true
      where not l.is_modality_widened
      returning true`.execute(tx);
  return rows.length > 0;
}
