import { type Attempt, defineJob, YIELDING } from "../../platform/jobs.server.ts";
import { mayCloseSilently } from "../../platform/push/push-endpoint.ts";
import { handPush, LONGEST_S, type PushServices } from "./hand-push.server.ts";

/** The kind of a push that shows nothing and closes the notification of its id. */
const CLOSING = "close";

/**
 * The job that closes a notification on every browser where a push showed it, once it was read anywhere or has ended. Each closing push
 * follows a visible one: browsers allow few silent pushes, and Apple's push service allows none. Throws when a push service could not take
 * one, so that the job is retried.
 */
async function closePush(services: PushServices, id: string, { isLast }: Pick<Attempt, "isLast">): Promise<void> {
  const { db, push } = services;
  if (!push.isOn) return;
  const shown = await db
    .selectFrom("pushes as h")
    .innerJoin("push_subscriptions as s", "s.session_id", "h.session_id")
    .select(["s.session_id", "s.public_key", "s.sealed"])
    .where("h.notification_id", "=", id)
    .execute();
  const handovers = await Promise.all(
    shown.map(async (receiver) => {
      const isSilent = mayCloseSilently(push.open(receiver.sealed, receiver.session_id).endpoint);
      const handover = isSilent ? await handPush(services, receiver, { kind: CLOSING, id }, LONGEST_S) : "handed";
      if (handover === "later" && !isLast) return handover;
      await db
        .deleteFrom("pushes")
        .where("session_id", "=", receiver.session_id)
        .where("notification_id", "=", id)
        .execute();
      return handover;
    }),
  );
  if (handovers.includes("later") && !isLast) throw new Error("a push service is busy");
}

export const closePushJob = defineJob("close_push", { priority: YIELDING, run: closePush });
