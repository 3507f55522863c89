import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { withdrawInvitations } from "../../auth/flows/invitations.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { anyone, owesFactor, provenAdmin, signedIn, signedInSince } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { conflictOf } from "../licences/licence-holder.server.ts";
import { LicenseNumber } from "../profiles/profile-input.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { PASSWORD_MAX } from "../../shared/password-rules.ts";
import { APPROVAL_STATUSES, highestRole, ROLES } from "../../shared/roles.ts";
import { adminSince, keepSince, roleChanged, settleLostAdmin, tellOfLostAdmin } from "./lost-admin.server.ts";
import { notifyOfNewAdmin } from "./new-admin.server.ts";

const Me = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  photo_url: z.string().nullable(),
  approval_status: z.enum(APPROVAL_STATUSES),
  must_change_password: z.boolean(),
  roles: z.array(z.enum(ROLES)),
  role: z.enum(ROLES).nullable(),
  has_factor: z.boolean(),
  factor_due: z.boolean(),
  claim_due: z.boolean(),
  publish_due: z.boolean(),
  mail_state: z.enum(["hard", "complained"]).nullable(),
  aal: z.string(),
  live_position: z.string().nullable(),
});

/**
 * The signed-in user's current name, roles, highest role and approval. Pass `live_position` to `live.events` as the last event id to
 * receive the changes since; when it is null, the client must reload everything.
 */
export const me = signedInSince
  .meta({ summary: "Returns the signed-in user with their roles and approval." })
  .output(Me)
  .handler(({ context: { viewer, livePosition } }) => {
    const { session_id: _, is_suspended: __, ...person } = viewer;
    const factor_due = owesFactor(viewer);
    return { ...person, factor_due, role: highestRole(viewer.roles), live_position: livePosition };
  });

/**
 * Whether a licence is free, however it and the stored ones are written, and otherwise whether its province would make it so. A network that asked for
 * many taken ones hears of none any more: the sign-up decides.
 */
export const licenseAvailable = anyone
  .meta({ summary: "Checks whether a licence number is free." })
  .input(z.object({ license_number: LicenseNumber }))
  .output(z.strictObject({ available: z.boolean(), place_needed: z.literal(true).optional() }))
  .handler(async ({ input, context }) => {
    const found = await licenceConflict.first(context.services.db, { number: input.license_number });
    const isTold = found?.conflict ? await context.services.auth.mayTellTaken(context.clientAddress) : true;
    const conflict = isTold ? (found?.conflict ?? null) : null;
    return { available: conflict === null, ...(conflict === "place_needed" && { place_needed: true as const }) };
  });

const licenceConflict = prepared("accounts.licenseAvailable", (db, { number }: { number: string }) =>
  db.selectNoFrom(conflictOf(number, null).as("conflict")),
);

/** Replaces a user's roles with one role; every admin is notified of a new admin, and of a lost one by a link that undoes it. */
export const assignRole = provenAdmin
  .meta({
    summary: "Replaces an account's roles with one role.",
    refuses: ["NOT_FOUND", "LAST_ADMIN", "NOT_APPROVED_YET", "NEW_ADMIN"],
    writes: "once",
  })
  .input(z.object({ user_id: z.uuid(), role: z.enum(ROLES) }))
  .output(z.strictObject({ role: z.enum(ROLES) }))
  .handler(async ({ input, context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      await sql`lock table user_roles in share row exclusive mode`.execute(tx);
      const since = await adminSince(tx, input.user_id);
      const isNewAdmin = input.role === "admin" && since === null;
      await sql`select assign_role(${input.user_id}::uuid, ${input.role}::app_role)`
        .execute(tx)
        .catch((error: { constraint?: string }) => {
          throw error.constraint === "admins_confirmed_their_address"
            ? new AppError("NOT_APPROVED_YET", "Todavía no confirmó su email: primero tiene que confirmarlo.")
            : error;
        });
      const { user_id } = input;
      await roleChanged(tx, user_id);
      if (input.role !== "admin" || isNewAdmin) await withdrawInvitations(tx, user_id);
      await recordEvent(tx, { event: "role_assigned", user_id, actor_id: viewer.id, session_id: viewer.session_id });
      const isAdminStill = input.role === "admin" && !isNewAdmin;
      const former = isAdminStill ? null : await settleLostAdmin(tx, user_id, isNewAdmin ? null : viewer.id);
      if (isNewAdmin && former) await keepSince(tx, user_id, former);
      if (isNewAdmin) await notifyOfNewAdmin(services, tx, user_id, { by: viewer.name });
      if (since && !former && input.role !== "admin")
        await tellOfLostAdmin(services, tx, { id: user_id, since, is_suspended: false, by: viewer });
      return { role: input.role };
    });
    await writeTombstones(services);
    return answer;
  });

/** Checks the viewer's password, which counts as a sign-in for actions that need a recent one. */
export const confirmPassword = signedIn
  .meta({
    summary: "Checks the caller's password and records a recent proof of identity.",
    refuses: ["WRONG_PASSWORD", "TOO_MANY_REQUESTS"],
    writes: { unkeyed: "a proof holds for its moment, and a password leaves no trace" },
  })
  .input(z.object({ password: z.string().max(PASSWORD_MAX, `Máximo ${PASSWORD_MAX} caracteres`) }))
  .output(z.strictObject({ confirmed: z.literal(true) }))
  .handler(async ({ input, context: { viewer, services } }) => {
    await services.auth.confirmPassword(viewer, input.password);
    return { confirmed: true as const };
  });
