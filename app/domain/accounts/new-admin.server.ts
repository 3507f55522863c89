import type { Tx } from "../../platform/database/database.server.ts";
import { addressee } from "../../platform/mail/mail.server.ts";
import type { Services } from "../../api/services.server.ts";
import { newAdmin } from "./messages.server.ts";
import type { NewAdmin } from "./new-admin-mail.server.tsx";

const admins = (tx: Tx) =>
  tx
    .selectFrom("user_roles as r")
    .innerJoin("profiles as p", "p.id", "r.user_id")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .select(["p.id", "p.name", "u.email"])
    .where("r.role", "=", "admin");

/** The admins who are approved and not suspended. */
export const activeAdmins = (tx: Tx) =>
  admins(tx).where("p.approval_status", "=", "approved").where("p.suspended_at", "is", null).execute();

type Made = Pick<NewAdmin, "by" | "is_back">;

/**
 * Notifies every active admin, the new one included, that somebody administers, also one who is suspended for now, or does so again (`is_back`).
 * `by` is the name of the admin who decided it; null for a link.
 */
export async function notifyOfNewAdmin({ mail }: Pick<Services, "mail">, tx: Tx, id: string, made: Made) {
  const person = await admins(tx).where("p.id", "=", id).executeTakeFirst();
  if (!person) return;
  const { name, email } = person;
  for (const admin of await activeAdmins(tx))
    await mail.post(tx, newAdmin, { user_id: admin.id, to: addressee(admin.email), told: { name, email, ...made } });
}
