import type { Handover } from "../../platform/push/push.server.ts";
import { handPush, type Pushed, type PushServices } from "./hand-push.server.ts";

/** Hands a push over for each of a person's browsers whose session is live. Nothing while pushes are off. */
export async function sendPush(services: PushServices, userId: string, pushed: Pushed): Promise<Handover[]> {
  const { db, push } = services;
  if (!push.isOn) return [];
  const receivers = await db
    .selectFrom("push_subscriptions as s")
    .innerJoin("auth.sessions as a", "a.id", "s.session_id")
    .select(["s.session_id", "s.public_key", "s.sealed"])
    .where("s.user_id", "=", userId)
    .where("a.ended_at", "is", null)
    .execute();
  return Promise.all(receivers.map((receiver) => handPush(services, receiver, pushed)));
}
