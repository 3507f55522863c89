import type { Services } from "../../api/services.server.ts";
import type { SendResult, Subscription } from "../../platform/push/push.server.ts";

export type PushServices = Pick<Services, "db" | "push" | "log"> & Partial<Pick<Services, "metrics">>;

/** The payload of a push: the kind of a notification and its id, never its content. */
export type Pushed = { kind: string; id: string };

/** The longest time (s) that a push service stores a push for a browser that is off. */
export const LONGEST_S = 24 * 60 * 60;

/** A subscribed browser as stored. */
export type Receiver = { session_id: string; public_key: string; sealed: Buffer };

/** Hands one push to its service, valid for `ttl` seconds, and removes a subscription that no longer exists there. */
export async function handPush(
  { db, push, log, metrics }: PushServices,
  { session_id, public_key, sealed }: Receiver,
  payload: Pushed,
  ttl: number,
): Promise<SendResult> {
  const subscription = push.open(sealed, session_id);
  const topic = payload.id.replaceAll("-", "");
  const handover = await push.send({ publicKey: public_key, subscription, payload, topic, ttl });
  metrics?.pushed(serviceOf(subscription), handover);
  // A subscription that was renewed meanwhile has other sealed bytes and stays.
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
