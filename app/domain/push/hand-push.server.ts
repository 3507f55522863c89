import type { Services } from "../../api/services.server.ts";
import type { Handover, Subscription } from "../../platform/push/push.server.ts";

export type PushServices = Pick<Services, "db" | "push" | "log">;

/** What a push says: the kind of a notification and its id, never a word of what it is about. */
export type Pushed = { kind: string; id: string };

/** The longest that a push service keeps a push for a browser that is off. */
export const LONGEST_S = 24 * 60 * 60;

/** A subscribed browser as stored. */
export type Receiver = { session_id: string; public_key: string; sealed: Buffer };

/** Hands one push over, for `ttl` seconds, and removes the subscription of a browser that is gone. */
export async function handPush(
  { db, push, log }: PushServices,
  { session_id, public_key, sealed }: Receiver,
  payload: Pushed,
  ttl: number,
): Promise<Handover> {
  const subscription = push.open(sealed, session_id);
  const topic = payload.id.replaceAll("-", "");
  const handover = await push.hand({ publicKey: public_key, subscription, payload, topic, ttl });
  // Subscribed again meanwhile, it stays.
  if (handover === "gone")
    await db
      .deleteFrom("push_subscriptions")
      .where("session_id", "=", session_id)
      .where("sealed", "=", sealed)
      .execute();
  if (handover === "refused") log.warn({ service: serviceOf(subscription) }, "a push service refuses pushes");
  return handover;
}

const serviceOf = ({ endpoint }: Subscription) => new URL(endpoint).hostname;
