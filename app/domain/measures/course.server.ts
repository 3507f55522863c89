import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { publishToKines } from "../cases/publish-to-kines.server.ts";
import { closeNotifications } from "../notifications/notify.server.ts";
import { lookAtTreatment } from "../treatments/look-at-treatment.server.ts";

type Case = { id: string; patient_id: string };

/** What follows when the measures of a case change: open screens show it, and nobody is asked for what was said. */
export async function measuresChanged(tx: Tx, { id, patient_id }: Case): Promise<void> {
  await publish(tx, ["booking", patient_id, id]);
  await publishToKines(tx, { case_id: id }, "booking", ["accepted"]);
  await closeNotifications(tx, { kinds: ["measure_due"], userId: patient_id, caseId: id });
  await lookAtTreatment.run(tx, { id, days: 0 });
}

/** Deletes the names of a case's activities once no measure says how they go. */
export async function forgetUnmeasured(tx: Tx, caseId: string): Promise<void> {
  await sql`delete from measure_activities a where a.case_id = ${caseId}
    and not exists (select from measures s where s.case_id = a.case_id and s.scores <> '{}')`.execute(tx);
}

/** Deletes all that a patient said of themselves along their treatments, and who read it: after they withdrew their consent, or with their account. */
export async function forgetMeasures(tx: Tx, patientId: string): Promise<void> {
  const ofPatient = sql`case_id in (select id from cases where patient_id = ${patientId})`;
  for (const table of ["measures", "measure_activities", "measure_views"] as const)
    await sql`delete from ${sql.table(table)} where ${ofPatient}`.execute(tx);
}
