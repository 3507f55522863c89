import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { provenMember } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addJob, defineJob, dropJob } from "../../platform/jobs.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { removeDroppedFilesSoon } from "../../platform/storage/dropped-files.server.ts";
import { leaveBookings } from "../bookings/end-bookings.server.ts";
import { leaveCalendars } from "../calendars/keep-calendar.server.ts";
import { askConfirmationJob } from "../confirmations/ask.server.ts";
import { sendDigestJob } from "../notifications/digest.server.ts";
import { deleteRows } from "./delete-rows.server.ts";

/** The delay of the job that removes any remaining files. */
const LATER_SECONDS = 60;

/**
 * Deletes the viewer's account permanently: the rows in one transaction, then the files; a job retries files left by a failure or crash.
 * Reviews stay anonymously, and so do the closed cases that reviews reference.
 */
export const deleteAccount = provenMember
  .meta({
    summary: "Deletes the caller's account permanently.",
    refuses: ["LAST_ADMIN"],
    writes: { unkeyed: "nobody remains to ask again" },
  })
  .output(z.strictObject({ deleted: z.literal(true) }))
  .handler(async ({ context: { db, viewer, services, requestId } }) => {
    await db.transaction().execute(async (tx) => {
      // The lock that role changes take too: otherwise the last two admins could leave at once.
      if (viewer.roles.includes("admin")) await sql`lock table user_roles in share row exclusive mode`.execute(tx);
      await mustLeaveAnAdmin(tx, viewer.id);
      await services.mail.drop(tx, viewer.id);
      await recordEvent(tx, { event: "account_deleted", user_id: viewer.id, session_id: viewer.session_id });
      await leaveBookings(tx, viewer.id);
      await leaveCalendars(tx, services, viewer.id);
      await deleteRows(tx, viewer.id, { secret: services.settings.secret, at: null });
      await publish(tx, ["person", viewer.id], ["counts", "admins"]);
      await dropJob(tx, askConfirmationJob, { id: viewer.id });
      await dropJob(tx, sendDigestJob, { id: viewer.id });
      await addJob(tx, removeFilesJob, { id: viewer.id }, LATER_SECONDS);
    });
    await writeTombstones(services);
    await removeDroppedFilesSoon(services);
    try {
      await removeFiles(services, viewer.id);
      await dropJob(db, removeFilesJob, { id: viewer.id });
    } catch (error) {
      services.log.error({ err: error, requestId, folder: viewer.id }, "files of a deleted account remain for now");
    }
    return { deleted: true as const };
  });

/**
 * Throws LAST_ADMIN where who administers, or may do so again by the link of a dismissal, would leave only admins of less than 72 hours: an intruder at
 * the session would end the links with the account, and whom they made an admin would stay.
 */
async function mustLeaveAnAdmin(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ administers: boolean; is_left: boolean; has_other: boolean }>`
    select exists (select from user_roles where user_id = ${id} and role = 'admin')
        or exists (select from auth.undo_links where user_id = ${id} and kind = 'admin' and expires_at > now()) as administers,
      coalesce(bool_or(given_at < now() - interval '72 hours' and not exists (select from suspensions s
        where s.user_id = user_roles.user_id and s.restored_at > now() - interval '72 hours')), false) as is_left, count(*) > 0 as has_other
    from user_roles where role = 'admin' and user_id <> ${id} and has_role(user_id, 'admin')`.execute(tx);
  const [found] = rows;
  if (!found?.administers || found.is_left) return;
  throw new AppError(
    "LAST_ADMIN",
    found.has_other ? "Quien queda administra hace menos de tres días. Borrá tu cuenta cuando pasen." : undefined,
  );
}

/** Removes the user's messages, photo, studies and evidence of licences: all files in the user's folders, referenced by a row or not. */
export async function removeFiles({ mail, storage }: Pick<Services, "mail" | "storage">, id: string): Promise<void> {
  await mail.forget(id);
  for (const bucket of ["avatars", "case-studies", "licence-evidence"] as const) {
    for await (const path of storage.list(bucket, id)) await storage.remove(bucket, path);
  }
}

export const removeFilesJob = defineJob("remove_files", { run: removeFiles });
