import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import type { Agreed } from "../bookings/course.server.ts";
import type { BookingSide } from "../bookings/booking.ts";
import { publishToPair } from "../cases/publish-to-kines.server.ts";
import { lookAtTreatment } from "./look-at-treatment.server.ts";
import { closeNotifications, notify } from "../notifications/notify.server.ts";
import { lookAtAuthorisations } from "./authorisation-levels.server.ts";

type Of = Omit<Agreed, "ids">;

/** What follows from a plan: its patient is asked. */
export async function planProposed(tx: Tx, of: Of): Promise<void> {
  await publishToPair(tx, of, "booking");
  await notify(tx, { userId: of.patient_id, kind: "plan_proposed", matchId: of.match_id, caseId: of.case_id });
}

/** What follows from the patient's yes to a plan. */
export async function planAccepted(tx: Tx, of: Of): Promise<void> {
  await publishToPair(tx, of, "booking");
  await closeNotifications(tx, { kinds: ["plan_proposed"], userId: of.patient_id, matchId: of.match_id });
}

/** What follows when the count of sessions, or an authorisation, changes. */
export async function sessionsChanged(tx: Tx, of: Of & { side: BookingSide }): Promise<void> {
  await publishToPair(tx, of, "booking", { evenEnded: of.side === "kine" });
  await lookAtAuthorisations(tx, of.match_id);
  await lookAtTreatment.run(tx, { id: of.case_id, days: 0 });
}

/** What follows from a session that the specialist noted: its patient is told, from which their days to dispute it run. */
export async function sessionNoted(tx: Tx, of: Of): Promise<void> {
  // Those of before this was told.
  await sql`update bookings set told_at = now() where match_id = ${of.match_id} and source = 'noted' and told_at is null`.execute(
    tx,
  );
  await sessionsChanged(tx, { ...of, side: "kine" });
  await notify(tx, { userId: of.patient_id, kind: "session_noted", matchId: of.match_id, caseId: of.case_id });
}

/** What follows from the end of a treatment: the other side is notified, and the patient asked how they are. */
export async function treatmentEnded(tx: Tx, of: Of, by: BookingSide): Promise<void> {
  await publishToPair(tx, of, "booking");
  await closeNotifications(tx, { kinds: ["plan_proposed"], userId: of.patient_id, matchId: of.match_id });
  await closeNotifications(tx, { kinds: ["treatment_finished"], userId: of.patient_id, caseId: of.case_id });
  await lookAtTreatment.run(tx, { id: of.case_id, days: 0 });
  const about = { matchId: of.match_id, caseId: of.case_id };
  if (by === "patient") await notify(tx, { userId: of.kine_id, kind: "treatment_ended_kine", ...about });
  else await notify(tx, { userId: of.patient_id, kind: "treatment_ended", ...about });
}
