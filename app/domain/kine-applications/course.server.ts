import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import type { ApprovalStatus } from "../../shared/roles.ts";
import { endQueueNotifications, notifyAdmins } from "../notifications/notify-admins.server.ts";
import { notify } from "../notifications/notify.server.ts";
import { lookAtRequest } from "../service-levels/look-at-queues.server.ts";
import { admissionDecided } from "./messages.server.ts";

type Admission = { id: string; user_id: string; decision: ApprovalStatus; reason: string | null };

/** What follows from an application for admission: admins are notified, again when it is late. */
export async function admissionWasAsked(tx: Tx, id: string): Promise<void> {
  await notifyAdmins(tx, "request_waiting");
  await lookAtRequest.run(tx, { id });
}

/**
 * What follows from a decision about an application for admission: its screens, and who was approved is notified; the others, who have no
 * notifications, get a mail. One that is pending again joins the queue of admins, and the notifications of an empty queue end.
 */
export async function admissionWasDecided(
  tx: Tx,
  { mail }: Pick<Services, "mail">,
  { id, user_id, decision, reason }: Admission,
): Promise<void> {
  await publish(tx, ["person", user_id], ["counts", user_id], ["counts", "admins"]);
  if (decision === "pending") await admissionWasAsked(tx, id);
  else await endQueueNotifications.run(tx, { kind: "request_waiting" });
  if (decision === "approved") return notify(tx, { userId: user_id, kind: "admission_approved" });
  const { name, email } = await tx
    .selectFrom("profiles")
    .select(["name", "email"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  await mail.post(tx, admissionDecided, { user_id, to: { name, address: email }, told: { user_id, decision, reason } });
}
