import { defineMessage } from "../../platform/mail/message.server.ts";
import type { Decision } from "./decision-mails.server.tsx";

type Decided = Decision & { user_id: string };

/** Tells somebody who has no notifications what was decided about their application; discarded where something else was decided since. */
export const admissionDecided = defineMessage<Decided, Decision>(
  "admission_decided",
  async () => (await import("./decision-mails.server.tsx")).admissionDecided,
  async ({ db }, { user_id, decision, reason }) => {
    const now = await db.selectFrom("profiles").select("approval_status").where("id", "=", user_id).executeTakeFirst();
    return now?.approval_status === decision ? { facts: { decision, reason } } : null;
  },
);
