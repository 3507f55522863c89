import { sql } from "kysely";
import { z } from "zod";
import { member, patient, requireRole } from "../../api/guards.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { noteTombstone } from "../../platform/storage/tombstones.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { holdConsent } from "../consents/consents.server.ts";
import { TODAY } from "../treatments/treatment-rows.server.ts";
import { beginMeasures } from "./begin-measures.server.ts";
import { forgetUnmeasured, measuresChanged } from "./course.server.ts";
import { MOMENTS, type Moment } from "./measure.ts";
import { ByCase, NewMeasure } from "./measure-input.ts";
import { ENDED_AT, IS_ACCEPTED, measuresOf, noteView } from "./measure-rows.server.ts";

const Score = z.int().nullable();
/** What a patient said of themselves, oldest first; days as "2026-12-03". Scores are in the order of the activities. */
const Measures = z.strictObject({
  case_id: z.uuid(),
  side: z.enum(["patient", "kine"]),
  /** The accepted specialists, for the patient. */
  kines: z.array(z.string()),
  today: z.string(),
  can_save: z.boolean(),
  activities: z.array(z.string()),
  measures: z.array(
    z.strictObject({ id: z.uuid(), day: z.string(), moment: z.enum(MOMENTS), pain: Score, scores: z.array(Score) }),
  ),
  /** The days on which a specialist read them, for the patient. */
  views: z.array(z.strictObject({ name: z.string(), day: z.string() })),
});

/** The measures of a case, for its patient and its accepted specialists, whose reading is noted before it is answered. */
export const list = member
  .meta({ summary: "Returns what a patient said of themselves along a treatment.", refuses: ["NOT_FOUND"] })
  .input(ByCase)
  .output(Measures)
  .handler(async ({ input: { case_id }, context: { db, viewer, services } }) => {
    const of = { viewer: viewer.id, id: case_id };
    const found = await measuresOf.first(db, of);
    if (!found) throw new AppError("NOT_FOUND");
    if (found.side === "kine") {
      requireRole(viewer, "kine");
      if (found.measures.length > 0) await noteView.run(db, of);
    }
    const { activities, measures, kines, views } = found;
    return {
      ...found,
      kines: kines.map((name) => services.masked(name)),
      views: views.map(({ name, day }) => ({ name: services.masked(name), day })),
      measures: measures.map((measure) => ({
        ...measure,
        scores: activities.map((_, at) => measure.scores[at + 1] ?? null),
      })),
    };
  });

/** Keeps what the patient says of themselves today; said again, it takes the place of what they said that day. */
export const save = patient
  .meta({
    summary: "Keeps how the patient of a case is today.",
    refuses: ["CASE_NOT_FOUND", "CASE_NOT_MATCHED", "CONSENT_NEEDED", "LIST_CHANGED"],
    writes: "once",
  })
  .input(NewMeasure)
  .output(z.strictObject({ id: z.uuid() }))
  .handler(({ input: { case_id, pain, activities }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await holdConsent(tx, viewer.id);
      await lockOwnCase(tx, viewer.id, case_id);
      await beginMeasures.run(tx, { id: case_id });
      const moment = await momentOf(tx, case_id);
      const places = await placesOf(tx, case_id, activities);
      const scores = Object.fromEntries(
        activities.flatMap(({ score }, at) => (score === null || !places[at] ? [] : [[places[at], score]])),
      );
      const { id } = await tx
        .insertInto("measures")
        .values({ case_id, day: sql<string>`${TODAY}`, moment, pain, scores: JSON.stringify(scores) })
        .onConflict((conflict) =>
          conflict.columns(["case_id", "day"]).doUpdateSet({ pain, scores: JSON.stringify(scores) }),
        )
        .returning("id")
        .executeTakeFirstOrThrow();
      await measuresChanged(tx, { id: case_id, patient_id: viewer.id });
      return { id };
    }),
  );

/** Deletes a measure, whatever its day; without any score, the activities may be named again. */
export const remove = member
  .meta({ summary: "Deletes a measure of the caller.", refuses: ["NOT_FOUND"], writes: "once" })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ removed: z.literal(true) }))
  .handler(({ input: { id }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const { rows } = await sql<{ case_id: string; day: string }>`delete from measures s using cases c
        where s.id = ${id} and c.id = s.case_id and c.patient_id = ${viewer.id} returning s.case_id, s.day::text`.execute(
        tx,
      );
      const [removed] = rows;
      if (!removed) throw new AppError("NOT_FOUND");
      await forgetUnmeasured(tx, removed.case_id);
      await measuresChanged(tx, { id: removed.case_id, patient_id: viewer.id });
      await noteTombstone(tx, "measure", `${removed.case_id} ${removed.day}`);
      return { removed: true as const };
    }),
  );

/** Locks an own case with an accepted specialist. Throws CASE_NOT_FOUND, CASE_NOT_MATCHED. */
async function lockOwnCase(tx: Tx, viewer: string, id: string): Promise<void> {
  const { rows: held } =
    await sql`select from cases where id = ${id} and patient_id = ${viewer} for no key update`.execute(tx);
  if (held.length === 0) throw new AppError("CASE_NOT_FOUND");
  const { rows: accepted } = await sql`select from cases c where c.id = ${id} and ${IS_ACCEPTED}`.execute(tx);
  if (accepted.length === 0) throw new AppError("CASE_NOT_MATCHED", "Podés contarlo cuando aceptes a un especialista.");
}

/** At what moment of its treatment a case is. */
async function momentOf(tx: Tx, id: string): Promise<Moment> {
  const { rows } = await sql<{ moment: Moment }>`
    select case when e.ended_at <= now() - interval '30 days' then 'after' when e.ended_at is not null then 'end'
      when exists (select from measures s where s.case_id = c.id) then 'along' else 'start' end as moment
    from cases c cross join lateral (select ${ENDED_AT} as ended_at) e where c.id = ${id}`.execute(tx);
  return rows[0]?.moment ?? "start";
}

/**
 * The number of each activity as it is kept, null for one without a name. The first ones are kept; later they must be the same. Throws
 * LIST_CHANGED.
 */
async function placesOf(tx: Tx, caseId: string, activities: NewMeasure["activities"]): Promise<(number | null)[]> {
  const kept = await tx
    .selectFrom("measure_activities")
    .select("name")
    .where("case_id", "=", caseId)
    .orderBy("n")
    .execute();
  let n = 0;
  const places = activities.map(({ name }) => (name ? (n += 1) : null));
  const named = activities.flatMap(({ name }, at) => (places[at] ? [{ case_id: caseId, n: places[at], name }] : []));
  if (named.length === 0) return places;
  if (kept.length === 0) {
    await tx.insertInto("measure_activities").values(named).execute();
    return places;
  }
  if (named.length !== kept.length || named.some(({ name }, at) => kept[at]?.name !== name))
    throw new AppError("LIST_CHANGED");
  return places;
}
