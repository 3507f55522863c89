import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import type { CaseAccess } from "./case-access.ts";

type About = "application" | "booking" | "message";
type Pair = { case_id: string; kine_id: string; patient_id: string };

const APPLICANTS: readonly CaseAccess[] = ["applied", "accepted"];

const write = prepared(
  "case's specialists",
  (_, of: { case_id: string; kine_id: string | null; about: About; access: string }) => sql`
    select publish_live_event(r.kine_id::text, ${of.about}, r.case_id) from case_relations r
    where r.case_id = ${of.case_id}::uuid and (${of.kine_id}::uuid is null or r.kine_id = ${of.kine_id}::uuid)
      and r.access = any(${of.access}::text[])`,
  { isDeferred: true },
);

/**
 * Tells the open screens of a case's specialists what changed, of those whom the relation still lets read it (`case_relations`): to the others
 * even the moment is news of the patient.
 */
export const publishToKines = (
  tx: Tx,
  { case_id, kine_id = null }: { case_id: string; kine_id?: string | null },
  about: About,
  access = APPLICANTS,
) => write.run(tx, { case_id, kine_id, about, access: `{${access.join()}}` });

/**
 * Tells the open screens of the two people of an application. A specialist for whom the case ended hears what is the end itself, or their own
 * act in another browser: `evenEnded`.
 */
export async function publishToPair(
  tx: Tx,
  { case_id, kine_id, patient_id }: Pair,
  about: About,
  { evenEnded = false }: { evenEnded?: boolean } = {},
): Promise<void> {
  const toPatient = [about === "application" ? "case" : about, patient_id, case_id] as const;
  if (evenEnded) return publish(tx, toPatient, [about, kine_id, case_id]);
  await publish(tx, toPatient);
  await publishToKines(tx, { case_id, kine_id }, about);
}
