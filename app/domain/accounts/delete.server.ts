import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { provenMember } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import { addJob, dropJob } from "../../platform/jobs.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { removeDroppedStudies } from "../../platform/storage/dropped-files.server.ts";
import { deleteRows } from "./delete-rows.server.ts";

/** When a job looks for files that were to be removed at once. */
const LATER_SECONDS = 60;

/**
 * Deletes the viewer's account for good: the rows in one transaction, the files after it, and later what failed or died
 * in between. Reviews stay without a name, and of the closed cases only what those reviews hang from. Throws LAST_ADMIN.
 */
export const deleteAccount = provenMember.output(z.strictObject({ deleted: z.literal(true) })).handler(async ({ context: { db, viewer, services, requestId } }) => {
  await db.transaction().execute(async (tx) => {
    // The same lock as a change of roles takes: two last admins cannot leave at once.
    if (viewer.roles.includes("admin")) await sql`lock table user_roles in share row exclusive mode`.execute(tx);
    await services.mail.drop(tx, viewer.id);
    await recordEvent(tx, { event: "account_deleted", user_id: viewer.id, session_id: viewer.session_id });
    await deleteRows(tx, viewer.id);
    await addJob(tx, "remove_files", { id: viewer.id }, LATER_SECONDS);
  });
  await writeTombstones(services);
  await removeDroppedStudies(services);
  try {
    await removeFiles(services, viewer.id);
    await dropJob(db, "remove_files", { id: viewer.id });
  } catch (error) {
    services.log.error({ err: error, requestId, folder: viewer.id }, "files of a deleted account remain for now");
  }
  return { deleted: true as const };
});

/** Removes the messages, the photo and the studies; all that lies in the person's folders, whichever row named it. */
export async function removeFiles({ mail, storage }: Pick<Services, "mail" | "storage">, id: string): Promise<void> {
  await mail.forget(id);
  for (const bucket of ["avatars", "case-studies"] as const) {
    for await (const path of storage.list(bucket, id)) await storage.remove(bucket, path);
  }
}
