import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { IdempotentWrites } from "../../api/idempotency.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { requireRole } from "../../api/guards.server.ts";
import { judgeAgain } from "../../api/judge-again.server.ts";
import type { Services } from "../../api/services.server.ts";
import { type Database, isConnectionLost, type Tx } from "../../platform/database/database.server.ts";
import { removeDroppedFilesSoon } from "../../platform/storage/dropped-files.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { wrongStudyType } from "../cases/case.ts";
import { licencesChanged } from "./course.server.ts";
import { cleanedFile } from "../studies/cleaned-file.server.ts";

/** The retention of evidence in days: after a decision, or after the upload when no decision is due. */
const KEPT_DAYS = 90;
const MOST_A_DAY = 20;
const today = sql<string>`(now() at time zone 'America/Argentina/Buenos_Aires')::date`;

/**
 * Throws NOT_FOUND unless this is a licence of the viewer that is not withdrawn, so that an admin may decide about it, and
 * TOO_MANY_REQUESTS after twenty uploads of theirs in a day.
 */
export async function mustTakeEvidence(db: Database | Tx, viewer: Viewer, id: string) {
  const found = await db
    .selectFrom("licences")
    .select("id")
    .where("id", "=", id)
    .where("kine_id", "=", viewer.id)
    .where("state", "<>", "withdrawn")
    .executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  const { sent } = await db
    .selectFrom("licences")
    .select(sql<number>`coalesce(sum(evidence_uploads), 0)::int`.as("sent"))
    .where("kine_id", "=", viewer.id)
    .where("evidence_uploaded_on", "=", today)
    .executeTakeFirstOrThrow();
  if (sent >= MOST_A_DAY)
    throw new AppError("TOO_MANY_REQUESTS", `Podés subir ${MOST_A_DAY} constancias por día. Probá mañana.`);
}

type Uploading = { transaction: IdempotentWrites["transaction"]; viewer: Viewer };

/**
 * Stores a file as the evidence of one of the viewer's licences and replaces an earlier file: first the object, then the row. Only admins
 * can read it. Throws NOT_FOUND, FILE_TYPE with the file's name.
 */
export async function addEvidence(
  services: Pick<Services, "db" | "storage" | "log" | "clock" | "uploadWorkers">,
  { transaction, viewer }: Uploading,
  id: string,
  file: { name: string; bytes: Uint8Array },
): Promise<{ stored: true }> {
  const named = { subject: file.name, wrongFormat: wrongStudyType(file.name) };
  const clean = await cleanedFile(services, { personId: viewer.id, purpose: "study", bytes: file.bytes }, named);
  const path = `${viewer.id}/${id}/${Math.floor(services.clock.now())}-${randomBytes(4).toString("hex")}.${clean.extension}`;
  await services.storage.write("licence-evidence", path, clean.bytes);
  let isNamed = false;
  try {
    const answer = await transaction(async (tx) => {
      // Its lock also serialises the specialist's licences, so that the count of files holds.
      await judgeAgain(tx, viewer, "kine");
      await mustTakeEvidence(tx, viewer, id);
      await tx
        .updateTable("licences")
        .set({
          evidence_path: path,
          evidence_at: sql<Date>`clock_timestamp()`,
          evidence_uploads: sql<number>`case when evidence_uploaded_on = ${today} then evidence_uploads + 1 else 1 end`,
          evidence_uploaded_on: today,
        })
        .where("id", "=", id)
        .execute();
      await licencesChanged(tx, viewer.id);
      isNamed = true;
      return { stored: true as const };
    });
    // A retried upload is already stored under its first path.
    if (!isNamed) await services.storage.remove("licence-evidence", path);
    await removeDroppedFilesSoon(services);
    return answer;
  } catch (error) {
    // A lost transaction may have been committed: the next sweep removes the file if it is unreferenced.
    if (!isConnectionLost(error)) await services.storage.remove("licence-evidence", path);
    throw error;
  }
}

/** Whether the path is still the evidence of a licence. Throws as `requireRole` for anyone but an admin. */
export async function mayReadEvidence(db: Database, viewer: Viewer, path: string): Promise<boolean> {
  requireRole(viewer, "admin");
  const found = await db.selectFrom("licences").select("id").where("evidence_path", "=", path).executeTakeFirst();
  return found !== undefined;
}

/**
 * Removes evidence 90 days after the decision that followed it, or after its upload if it waits in no admin queue. The record of what was
 * checked, when and by whom stays.
 */
export async function removeOldEvidence(db: Database): Promise<void> {
  await sql`update licences l set evidence_path = null, evidence_at = null
    from (select now() - make_interval(days => ${KEPT_DAYS}::int) as before) kept
    where evidence_path is not null and case when decided_at >= evidence_at then decided_at < kept.before
      else evidence_at < kept.before and not (coalesce(recheck_at <= now(), false) and exists (
        select from profiles p join user_roles r on r.user_id = p.id and r.role = 'kine'
        where p.id = l.kine_id and p.approval_status = 'approved' and p.suspended_at is null)) end`.execute(db);
}
