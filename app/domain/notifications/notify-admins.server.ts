import type { Tx } from "../../platform/database/database.server.ts";
import type { Kind } from "./notification.ts";
import { notify } from "./notify.server.ts";

/** Notifies every admin, in the order of their ids. */
export async function notifyAdmins(tx: Tx, kind: Kind): Promise<void> {
  const admins = await tx
    .selectFrom("user_roles")
    .select("user_id")
    .where("role", "=", "admin")
    .orderBy("user_id")
    .execute();
  for (const { user_id } of admins) await notify(tx, { userId: user_id, kind });
}
