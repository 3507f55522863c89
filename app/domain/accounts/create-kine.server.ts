import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { issueToken } from "../../auth/flows/links/one-time-tokens.server.ts";
import { judgeAgain } from "../../api/judge-again.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { provenAdmin, requireRole } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { inheritStars } from "../departures/departures.server.ts";
import { noteCheck } from "../licences/note-check.server.ts";
import { joinModalities } from "../profiles/modality.ts";
import { NewKine } from "./new-kine-input.ts";
import { register } from "./register.server.ts";
import { kineCreated } from "./messages.server.ts";

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
    // The consent to the terms is not recorded, since the specialist did not tick it.
    const { email, password, accepted_terms: _, modalities, ...fields } = input;
    const metadata = { ...fields, role: "kine", modalities: joinModalities(modalities) };
    const encrypted_password = await services.auth.hashPassword(password);
    return transaction(async (tx) => {
      await judgeAgain(tx, viewer, "admin");
      const { id } = await services.auth.createUser(tx, {
        email,
        encrypted_password,
        metadata,
        must_change_password: true,
      });
      await register(tx, { id, email, metadata });
      const application = await tx
        .selectFrom("kine_applications")
        .select("id")
        .where("profile_id", "=", id)
        .executeTakeFirstOrThrow();
      await sql`select approve_kine_application(${application.id}::uuid, true)`.execute(tx);
      // The admin states the licence, where an applicant would.
      await noteCheck(tx, id);
      await inheritStars(tx, services.settings.secret, id);
      const by = { actor_id: viewer.id, session_id: viewer.session_id };
      await recordEvent(tx, { event: "account_created_by_admin", user_id: id, ...by });
      // The admin who created the application has seen it.
      await tx
        .insertInto("admin_views")
        .values({ admin_id: viewer.id, entity_type: "application", entity_id: application.id })
        .execute();
      await services.mail.post(tx, kineCreated, {
        user_id: id,
        to: { name: input.name, address: email },
        told: { name: input.name, email, token: await issueToken(tx, "invitation", { user_id: id, email }) },
      });
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
