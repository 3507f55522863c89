import type { Tx } from "../../platform/database/database.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { closeNotifications, notify } from "../notifications/notify.server.ts";
import { notifyAdmins } from "../notifications/notify-admins.server.ts";

type Appealed = { review_id: string; case_id: string; by_id: string; is_of_author: boolean };

/** What follows from an appeal: admins are notified. */
export async function appealAsked(tx: Tx): Promise<void> {
  await publish(tx, ["counts", "admins"]);
  await notifyAdmins(tx, "appeals_waiting");
}

/** What follows from its decision: who asked is notified, and admins no more once none waits. */
export async function appealDecided(tx: Tx, { review_id, case_id, by_id, is_of_author }: Appealed): Promise<void> {
  await publish(tx, ["counts", "admins"], ["case", by_id, case_id]);
  const kind = is_of_author ? "appeal_decided" : "appeal_decided_kine";
  await notify(tx, { userId: by_id, kind, caseId: case_id, reviewId: review_id });
  const open = await tx.selectFrom("appeals").select("id").where("decided_at", "is", null).limit(1).executeTakeFirst();
  if (!open) await closeNotifications(tx, { kinds: ["appeals_waiting"] });
}
