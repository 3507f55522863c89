import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { judgeAgain } from "../../api/judge-again.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { provenAdmin, requireRole } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { addSpecialist, invite } from "./add-specialist.server.ts";
import { NewKine } from "./new-kine-input.ts";
import { freeAddress, freeLicence } from "./unaccepted.server.ts";

/**
 * Creates a specialist's account, approved by the viewer, with a temporary password that must be changed or, without one, by invitation. A
 * message notifies the specialist. A withdrawn invitation to the address, and one to another that nobody accepted and that has the licence, give way. All in one transaction. Throws EMAIL_TAKEN, LICENSE_TAKEN, LICENSE_PLACE_NEEDED, BAD_INPUT (a common password).
 */
export const createKine = provenAdmin
  .meta({
    summary: "Creates an approved specialist, with a temporary password or by invitation.",
    refuses: ["EMAIL_TAKEN", "LICENSE_TAKEN", "LICENSE_PLACE_NEEDED"],
    writes: "once",
  })
  .input(NewKine)
  .output(
    z.strictObject({
      id: z.uuid(),
      /** Not where its text names no number, nor where an earlier account with reviews may be the same person's: it waits among the licences. */
      is_checked: z.boolean(),
    }),
  )
  .handler(async ({ input, context: { transaction, viewer, services } }) => {
    const { password, accepted_terms: _, ...specialist } = input;
    const { auth, mail, settings } = services;
    const encrypted_password = password === undefined ? null : await auth.hashPassword(password);
    return transaction(async (tx) => {
      await judgeAgain(tx, viewer, "admin");
      await freeAddress(tx, { mail, secret: settings.secret }, specialist.email);
      await freeLicence(tx, { mail, secret: settings.secret }, specialist.license_number);
      // The admin states the licence, where an applicant would.
      const { id, application_id, is_checked } = await addSpecialist(
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
      return { id, is_checked };
    });
  });

/** Sends an invited specialist another link, in the viewer's name, also after an invitation was withdrawn. Throws NOT_FOUND, ALREADY_DONE. */
export const inviteAgain = provenAdmin
  .meta({
    summary: "Sends another invitation to a specialist who has not accepted the terms.",
    refuses: ["NOT_FOUND", "ALREADY_DONE"],
    writes: "once",
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ invited: z.literal(true) }))
  .handler(({ input: { id }, context: { transaction, viewer, services } }) =>
    transaction(async (tx) => {
      await judgeAgain(tx, viewer, "admin");
      const person = await tx
        .selectFrom("profiles")
        .select(["email", "name", "approval_status", "suspended_at"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (!person || person.suspended_at) throw new AppError("NOT_FOUND");
      const { numUpdatedRows } = await tx
        .updateTable("auth.users")
        .set({ invited_by: viewer.id, invited_at: sql`now()` })
        .where("id", "=", id)
        .where("terms_due", "=", true)
        .executeTakeFirst();
      if (numUpdatedRows === 0n)
        throw new AppError("ALREADY_DONE", "Ya aceptó los términos y entra con su contraseña.");
      const { email, name, approval_status } = person;
      const is_approved = approval_status === "approved";
      await invite(tx, services.mail, { id, email, name, has_password: false, is_approved });
      const { session_id } = viewer;
      await recordEvent(tx, { event: "invitation_sent", user_id: id, actor_id: viewer.id, session_id });
      return { invited: true as const };
    }),
  );

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
