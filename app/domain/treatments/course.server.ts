import type { Tx } from "../../platform/database/database.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import type { Agreed } from "../bookings/course.server.ts";
import type { BookingSide } from "../bookings/booking.ts";
import { lookAtTreatment } from "./look-at-treatment.server.ts";
import { closeNotifications, notify } from "../notifications/notify.server.ts";
import { lookAtAuthorisations } from "./authorisation-levels.server.ts";

type Of = Omit<Agreed, "ids">;

/** Tells the open screens of both. */
const publishToBoth = (tx: Tx, { kine_id, patient_id, case_id }: Of): Promise<void> =>
  publish(tx, ["booking", kine_id, case_id], ["booking", patient_id, case_id]);

/** What follows from a plan: its patient is asked. */
export async function planProposed(tx: Tx, of: Of): Promise<void> {
  await publishToBoth(tx, of);
  await notify(tx, { userId: of.patient_id, kind: "plan_proposed", matchId: of.match_id, caseId: of.case_id });
}

/** What follows from the patient's yes to a plan. */
export async function planAccepted(tx: Tx, of: Of): Promise<void> {
  await publishToBoth(tx, of);
  await closeNotifications(tx, { kinds: ["plan_proposed"], userId: of.patient_id, matchId: of.match_id });
}

/** What follows when the count of sessions, or an authorisation, changes. */
export async function sessionsChanged(tx: Tx, of: Of): Promise<void> {
  await publishToBoth(tx, of);
  await lookAtAuthorisations(tx, of.match_id);
  await lookAtTreatment.run(tx, { id: of.case_id, days: 0 });
}

/** What follows from the end of a treatment: the other side is notified, and the patient asked how they are. */
export async function treatmentEnded(tx: Tx, of: Of, by: BookingSide): Promise<void> {
  await publishToBoth(tx, of);
  await closeNotifications(tx, { kinds: ["plan_proposed"], userId: of.patient_id, matchId: of.match_id });
  await closeNotifications(tx, { kinds: ["treatment_finished"], userId: of.patient_id, caseId: of.case_id });
  await lookAtTreatment.run(tx, { id: of.case_id, days: 0 });
  const about = { matchId: of.match_id, caseId: of.case_id };
  if (by === "patient") await notify(tx, { userId: of.kine_id, kind: "treatment_ended_kine", ...about });
  else await notify(tx, { userId: of.patient_id, kind: "treatment_ended", ...about });
}
