import type { Services } from "../../api/services.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import type { ApprovalStatus } from "../../shared/roles.ts";
import { notify } from "../notifications/notify.server.ts";
import { admissionDecided } from "./messages.server.ts";

type Admission = { user_id: string; decision: ApprovalStatus; reason: string | null };

/**
 * What follows from a decision about an application for admission: who was approved is notified; the others, who have no notifications, get a
 * mail.
 */
export async function admissionWasDecided(
  tx: Tx,
  { mail }: Pick<Services, "mail">,
  { user_id, decision, reason }: Admission,
): Promise<void> {
  if (decision === "approved") return notify(tx, { userId: user_id, kind: "admission_approved" });
  const { name, email } = await tx
    .selectFrom("profiles")
    .select(["name", "email"])
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  await mail.post(tx, admissionDecided, { user_id, to: { name, address: email }, told: { user_id, decision, reason } });
}
