import type { Tx } from "../../platform/database/database.server.ts";
import { addressee } from "../../platform/mail/mail.server.ts";
import type { Services } from "../../api/services.server.ts";
import { newAdmin } from "./messages.server.ts";

const admins = (tx: Tx) =>
  tx
    .selectFrom("user_roles as r")
    .innerJoin("profiles as p", "p.id", "r.user_id")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .select(["p.id", "p.name", "u.email"])
    .where("r.role", "=", "admin");

/** Whether the user is an admin. */
export async function isAdmin(tx: Tx, id: string): Promise<boolean> {
  return (await admins(tx).where("p.id", "=", id).executeTakeFirst()) !== undefined;
}

/** Notifies every active admin, the new one included, of a new admin. `by` is the name of the admin who assigned the role. */
export async function notifyOfNewAdmin(
  { mail }: Pick<Services, "mail">,
  tx: Tx,
  id: string,
  by: string,
): Promise<void> {
  const everyAdmin = await admins(tx)
    .where("p.approval_status", "=", "approved")
    .where("p.suspended_at", "is", null)
    .execute();
  const { name, email } = everyAdmin.find((admin) => admin.id === id) ?? {};
  if (name === undefined || email === undefined) return;
  for (const admin of everyAdmin) {
    await mail.post(tx, newAdmin, { user_id: admin.id, to: addressee(admin.email), told: { name, email, by } });
  }
}
