import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { noteTombstone } from "../../platform/storage/tombstones.server.ts";
import { endBookings } from "../bookings/end-bookings.server.ts";
import { matched as caseMatched, reopened as caseReopened } from "../cases/course.server.ts";
import { publishToPair } from "../cases/publish-to-kines.server.ts";
import { countStep } from "../flow/count-step.server.ts";
import { beginMeasures } from "../measures/begin-measures.server.ts";
import { lookAtTreatment } from "../treatments/look-at-treatment.server.ts";
import { reportedWasEdited } from "../reports/course.server.ts";
import { notify } from "../notifications/notify.server.ts";
import { askWhetherTheyTalked, remindOfApplication } from "../service-levels/match-levels.server.ts";
import { voidInvitations, voidAlertsOfFull } from "../service-levels/void-alerts.server.ts";
import { lookAtOffer } from "./look-at-offers.server.ts";
import { lookForSeat } from "./seats.server.ts";

/** An application with its two people. */
type Match = { id: string; case_id: string; kine_id: string; patient_id: string };

/**
 * What follows from an application: its specialist waits for no seat, and its patient is notified and reminded. The database notes it in
 * `applications_made`, the limit of a day, which a withdrawal gives nothing back of, and its case waits no more in `case_places`.
 */
export async function applied(tx: Tx, { id, case_id, kine_id, patient_id }: Match, hasOffer: boolean): Promise<void> {
  await countStep(tx, case_id, "first_application");
  await leaveSeatQueue.run(tx, { case_id, kine_id });
  await publish(tx, ["case", patient_id, case_id]);
  await notifyPatient.run(tx, { case_id, kine_id, patient_id });
  await remindOfApplication.run(tx, { id });
  await voidAlertsOfFull.run(tx, { case_id });
  if (hasOffer) await lookAtOffer.run(tx, { id });
}

/**
 * What follows from an acceptance: its specialist is notified, who is invited need not answer, and both are asked later whether they talked, and the patient how they are.
 * The database has set `decided_at`, and of an open case its status and `accepted_kine_id`; a dormant one is awake.
 */
export async function accepted(
  tx: Tx,
  match: Match,
  caseBefore: { is_open: boolean; is_dormant: boolean },
): Promise<void> {
  const { id, case_id, kine_id, patient_id } = match;
  if (caseBefore.is_open) {
    await countStep(tx, case_id, "accepted");
    await caseMatched(tx, { id: case_id, patient_id }, caseBefore.is_dormant);
    await beginMeasures.run(tx, { id: case_id });
    await lookAtTreatment.run(tx, { id: case_id, days: 14 });
  }
  await publishToPair(tx, match, "application");
  await notify(tx, { userId: kine_id, kind: "application_accepted", caseId: case_id, matchId: id });
  await endReceived.run(tx, match);
  await askWhetherTheyTalked.run(tx, { id });
  await voidInvitations.run(tx, { case_id });
}

/** What follows from a rejection: its specialist is notified, and its seat is free. They read the title from then on as the database kept it in `title_then`. */
export async function rejected(tx: Tx, match: Match): Promise<void> {
  const { id, case_id, kine_id } = match;
  await publishToPair(tx, match, "application", { evenEnded: true });
  await notify(tx, { userId: kine_id, kind: "application_rejected", caseId: case_id, matchId: id });
  await endReceived.run(tx, match);
  await lookForSeat.run(tx, { case_id });
  await noteTombstone(tx, "ended", id);
}

/**
 * What follows when the patient takes an acceptance back: what they had booked ends. The database has opened the case, or given it the oldest
 * acceptance that stands, and keeps the title as for a rejection. It has deleted the case where its patient took their consent back: the triggers
 * on a deletion say the rest, and the notification refers to nothing that is gone.
 */
export async function ended(tx: Tx, match: Match): Promise<void> {
  const { id, case_id, kine_id, patient_id } = match;
  // Also of a case that goes with it: a copy of before has both.
  await noteTombstone(tx, "ended", id);
  const found = await statusOfCase.first(tx, { case_id });
  if (!found) return notify(tx, { userId: kine_id, kind: "acceptance_ended" });
  if (found.status === "open") await caseReopened(tx, { id: case_id, patient_id });
  await publishToPair(tx, match, "application", { evenEnded: true });
  await notify(tx, { userId: kine_id, kind: "acceptance_ended", caseId: case_id, matchId: id });
  await lookForSeat.run(tx, { case_id });
  await endBookings(tx, id, patient_id, true);
}

/**
 * What follows from a withdrawal. Cases and accounts that are deleted take applications along too, so the triggers on a deletion say the rest:
 * both screens read again, the patient's notification ends with the last application that waits, its seat is free, its jobs are removed, its
 * case counts as waiting, and its words stay in `withdrawn_words` for a report. Messages, marks, decisions in their eight seconds and
 * notifications go by cascade.
 */
export const withdrawn = (tx: Tx, id: string): Promise<void> => noteTombstone(tx, "application", id);

/** What follows from a changed or renewed offer. `isNews`: it says something else, or stands again. */
export async function offerEdited(tx: Tx, match: Match, isNews: boolean): Promise<void> {
  await publishToPair(tx, match, "application");
  if (isNews) await notifyOfEdit.run(tx, match);
  await lookAtOffer.run(tx, { id: match.id });
  await reportedWasEdited(tx, match.id);
}

/** What follows when the time of an offer is over: its specialist is notified, and its seat is free. */
export async function offerLapsed(tx: Tx, match: Match): Promise<void> {
  const { id, case_id, kine_id } = match;
  await publishToPair(tx, match, "application");
  await notify(tx, { userId: kine_id, kind: "offer_lapsed", caseId: case_id, matchId: id });
  await lookForSeat.run(tx, { case_id });
}

const DEFERRED = { isDeferred: true } as const;
type Of<Keys extends keyof Match> = Pick<Match, Keys>;

const leaveSeatQueue = prepared(
  "matches.apply queue",
  (db, { case_id, kine_id }: Of<"case_id" | "kine_id">) =>
    db.deleteFrom("seat_queue").where("case_id", "=", case_id).where("kine_id", "=", kine_id),
  DEFERRED,
);

/** A patient hears of the first two applications of a specialist to a case: a stranger may withdraw and apply all day. */
const notifyPatient = prepared(
  "matches.apply notification",
  (_, { case_id, kine_id, patient_id }: Of<"case_id" | "kine_id" | "patient_id">) =>
    sql`select notify_person(${patient_id}::uuid, 'application_received', ${case_id}::uuid)
      where (select count(*) from applications_made where case_id = ${case_id}::uuid and kine_id = ${kine_id}::uuid) <= 2`,
  DEFERRED,
);

/** The patient's notification ends with the last application that waits. */
const endReceived = prepared(
  "matches notification",
  (_, { case_id, patient_id }: Of<"case_id" | "patient_id">) =>
    sql`select end_application_received(${case_id}::uuid, ${patient_id}::uuid)`,
  DEFERRED,
);

/** The database has opened the case, unless it is of another accepted specialist. */
const statusOfCase = prepared("matches.end case", (db, { case_id }: Of<"case_id">) =>
  db.selectFrom("cases").select("status").where("id", "=", case_id),
);

/** What is news is told once in twelve hours: a stranger may edit all day. */
const notifyOfEdit = prepared(
  "matches.edit notification",
  (_, { id, case_id, patient_id }: Of<"id" | "case_id" | "patient_id">) => sql`
    select notify_person(${patient_id}::uuid, 'offer_edited', ${case_id}::uuid, ${id}::uuid)
    where not exists (select from notifications where user_id = ${patient_id}::uuid and kind = 'offer_edited' and thing_id = ${id}::uuid
      and id > uuid_at(now() - interval '12 hours'))`,
  DEFERRED,
);
