import type { Services } from "../../api/services.server.ts";
import { notify } from "../../auth/flows/security-notifications.server.ts";
import { accountKey } from "../../auth/limits/limits.server.ts";
import { phoneChanged } from "../../auth/mails/messages.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";

/**
 * Mails somebody whose phone is about to become another one, or none: an intruder at an open session would get their calls. Only to a proven address of a
 * claimed account, as the reader of another one may be a stranger. Locks the profile.
 */
export async function tellOfPhone(
  { auth, mail }: Services,
  tx: Tx,
  userId: string,
  phone: string | null,
): Promise<void> {
  const changed = await tx
    .selectFrom("profiles as p")
    .innerJoin("auth.users as u", "u.id", "p.id")
    .select("p.id")
    .where("p.id", "=", userId)
    .where("p.phone", "is not", null)
    .where("p.phone", "is distinct from", phone)
    .where("u.email_confirmed_at", "is not", null)
    .where("u.claimed_at", "is not", null)
    .forNoKeyUpdate("p")
    .executeTakeFirst();
  if (!changed) return;
  const { seconds } = await auth.limiter.within(tx).attempt("phone_changes_account", accountKey(userId));
  if (seconds === 0) await notify({ mail }, tx, phoneChanged, userId, {});
}
