import { z } from "zod";
import { judgeAgain } from "../../api/judge-again.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { provenAdmin, requireRole } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { addSpecialist } from "./add-specialist.server.ts";
import { NewKine } from "./new-kine-input.ts";

/**
 * Creates a specialist's account, approved by the viewer, with a temporary password that must be changed. A message notifies the
 * specialist. All in one transaction. Throws EMAIL_TAKEN, LICENSE_TAKEN, LICENSE_PLACE_NEEDED, BAD_INPUT (a common password).
 */
export const createKine = provenAdmin
  .meta({
    summary: "Creates an approved specialist with a temporary password.",
    refuses: ["EMAIL_TAKEN", "LICENSE_TAKEN", "LICENSE_PLACE_NEEDED"],
    writes: "once",
  })
  .input(NewKine)
  .output(z.strictObject({ id: z.uuid() }))
  .handler(async ({ input, context: { transaction, viewer, services } }) => {
    const { password, accepted_terms: _, ...specialist } = input;
    const { auth, mail, settings } = services;
    const encrypted_password = await auth.hashPassword(password);
    return transaction(async (tx) => {
      await judgeAgain(tx, viewer, "admin");
      // The admin states the licence, where an applicant would.
      const { id, application_id } = await addSpecialist(
        tx,
        {
          createUser: auth.createUser,
          mail,
          secret: settings.secret,
          by: { actor_id: viewer.id, session_id: viewer.session_id },
          encrypted_password,
          approval: "checked",
        },
        specialist,
      );
      // The admin who created the application has seen it.
      await tx
        .insertInto("admin_views")
        .values({ admin_id: viewer.id, entity_type: "application", entity_id: application_id })
        .execute();
      return { id };
    });
  });

/**
 * Allows the upload of the photo from the form, by the admin who created the specialist, until the specialist changes the temporary
 * password. Throws NOT_ALLOWED, and as `requireRole`.
 */
export async function mustHaveJustCreated(db: Database | Tx, viewer: Viewer, kineId: string): Promise<void> {
  const theirs = await db
    .selectFrom("kine_applications as a")
    .innerJoin("auth.users as u", "u.id", "a.profile_id")
    .select("a.id")
    .where("a.profile_id", "=", kineId)
    .where("a.approved_by", "=", viewer.id)
    // A password recovery sets this mark as well, but it also claims the account.
    .where("u.must_change_password", "=", true)
    .where("u.claimed_at", "is", null)
    .executeTakeFirst();
  if (!theirs) throw new AppError("NOT_ALLOWED");
  requireRole(viewer, "admin");
}
