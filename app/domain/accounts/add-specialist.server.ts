import { sql } from "kysely";
import type { createUser } from "../../auth/auth.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { issueToken } from "../../auth/flows/links/one-time-tokens.server.ts";
import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import type { Secret } from "../../platform/crypto.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { departuresOf } from "../departures/departures.server.ts";
import { isAsked } from "../departures/is-asked.ts";
import { noteCheck } from "../licences/note-check.server.ts";
import { endQueueNotifications } from "../notifications/notify-admins.server.ts";
import { joinModalities } from "../profiles/modality.ts";
import { kineCreated } from "./messages.server.ts";
import type { NewSpecialist } from "./new-kine-input.ts";
import { register } from "./register.server.ts";

type Adding = {
  createUser: typeof createUser;
  mail: Services["mail"];
  secret: Secret;
  /** The admin in whose name the account is made, who is the transaction's viewer. */
  by: { actor_id: string; session_id: string | null };
  /** The hash of a temporary password; null for a person who accepts the terms and chooses one by the link. */
  encrypted_password: string | null;
  /** Whether the account may be used at once, and whether the admin checked its licence. */
  approval: "none" | "approved" | "checked";
};

/**
 * Creates a specialist's account in the name of an admin, notes it in the audit, and mails the specialist a link to choose a password. The
 * consent to the terms is not recorded, since the specialist did not tick it. Throws EMAIL_TAKEN, LICENSE_TAKEN, LICENSE_PLACE_NEEDED, BAD_INPUT.
 */
export async function addSpecialist(
  tx: Tx,
  { createUser: create, mail, secret, by, encrypted_password, approval }: Adding,
  { email, modalities, ...fields }: NewSpecialist,
): Promise<{ id: string; application_id: string; is_checked: boolean }> {
  const metadata = { ...fields, role: "kine", modalities: joinModalities(modalities) };
  const has_password = encrypted_password !== null;
  const { id } = await create(tx, {
    email,
    encrypted_password,
    metadata,
    must_change_password: true,
    invited_by: by.actor_id,
  });
  await register(tx, { id, email, metadata });
  // Who never accepted the terms is not shown, and no case reaches them.
  if (!has_password)
    await tx
      .updateTable("profiles")
      .set({ publish_asked_at: sql`now()` })
      .where("id", "=", id)
      .execute();
  const { id: application_id } = await tx
    .selectFrom("kine_applications")
    .select("id")
    .where("profile_id", "=", id)
    .executeTakeFirstOrThrow();
  if (approval !== "none") {
    await sql`select approve_kine_application(${application_id}::uuid, true)`.execute(tx);
    await endQueueNotifications.run(tx, { kind: "request_waiting" });
  }
  if (approval === "checked") {
    // A check is of what its admin wrote: no city says of which register it is.
    const { rows } =
      await sql`select from licence_value(${fields.license_number}) v where v.kind = 'MP' and v.jurisdiction is null`.execute(
        tx,
      );
    if (rows.length > 0) throw new AppError("LICENSE_PLACE_NEEDED");
    // Nobody was asked yet: its check waits among the licences, where they are.
    const earlier = (await departuresOf(tx, secret, [id])).get(id) ?? [];
    if (!earlier.some(isAsked)) await noteCheck(tx, id);
  }
  await recordEvent(tx, { event: "account_created_by_admin", user_id: id, ...by });
  await invite(tx, mail, { id, email, name: fields.name, has_password, is_approved: approval !== "none" });
  const { license_checked_at } = await tx
    .selectFrom("profiles")
    .select("license_checked_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, application_id, is_checked: license_checked_at !== null };
}

type Invited = { id: string; email: string; name: string; has_password: boolean; is_approved: boolean };

/** Mails a specialist the link that opens their account; it replaces an earlier one. */
export async function invite(tx: Tx, mail: Services["mail"], { id, has_password, is_approved, ...told }: Invited) {
  await mail.post(tx, kineCreated, {
    user_id: id,
    to: { name: told.name, address: told.email },
    told: {
      ...told,
      token: await issueToken(tx, "invitation", { user_id: id, email: told.email }),
      ...(!has_password && { has_password }),
      ...(!is_approved && { is_approved }),
    },
  });
}
