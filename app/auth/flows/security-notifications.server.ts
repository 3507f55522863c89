import { sql } from "kysely";
import { deviceOf } from "../core/device.server.ts";
import { addressBlock } from "../../platform/client-address.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { addressee } from "../../platform/mail/mail.server.ts";
import type { MessageKind } from "../../platform/mail/message.server.ts";
import { recipientShareKey } from "../limits/limits.server.ts";
import type { RateLimiter } from "../limits/rate-limiter.server.ts";
import { newDevice } from "../mails/messages.server.ts";
import type { AuthDeps } from "./deps.server.ts";
import type { Device } from "../core/session.server.ts";

/** Whether a session `auth.sessions` of an account `u` lasted beyond the moment when the account forgot its browsers. */
export const isRemembered = sql<boolean>`coalesce(ended_at > u.devices_forgotten_at, true)`;

/** Number of past sign-ins whose devices count as known. */
const REMEMBERED = 50;

/**
 * Sends a security notification to an account's address. An unconfirmed address may be a stranger's, so a limit applies to its mailbox, whatever
 * accounts come and go. Its first account has one alone, which others do not use up. Without a limiter, as for an admin's action, there is no limit.
 */
export async function notify<Facts>(
  { mail, limiter }: Pick<AuthDeps, "mail"> & Partial<Pick<AuthDeps, "limiter">>,
  tx: Tx,
  kind: MessageKind<Facts>,
  userId: string,
  facts: Facts,
): Promise<void> {
  const { email, email_confirmed_at } = await tx
    .selectFrom("auth.users")
    .select(["email", "email_confirmed_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (limiter && !email_confirmed_at && !(await mayTellUnproven(limiter, tx, userId, email))) return;
  await mail.post(tx, kind, { user_id: userId, to: addressee(email), told: facts });
}

/** Whether an account may send one more security notification to an address that nobody has proven, also to one that it just left; counts it. */
export async function mayTellUnproven(limiter: RateLimiter, tx: Tx, userId: string, email: string): Promise<boolean> {
  const key = await recipientShareKey(tx, userId, email);
  return (await limiter.within(tx).attempt("security_message_recipient", key)).seconds === 0;
}

/**
 * Notifies a user of a sign-in, other than the first, from a combination of browser and network block that no earlier session had.
 * Call before inserting the session.
 */
export async function notifyOfNewDevice(
  deps: Pick<AuthDeps, "mail" | "limiter" | "clock">,
  tx: Tx,
  userId: string,
  device: Device,
): Promise<void> {
  const earlier = await tx
    .selectFrom("auth.sessions")
    .innerJoin("auth.users as u", "u.id", "user_id")
    .select("user_agent")
    // Browsers of sessions that ended with a recovery or a changed password are forgotten.
    .select(isRemembered.as("is_remembered"))
    // Addresses move within a carrier's networks: a /16, or a /48 for IPv6.
    .select(
      sql<boolean>`coalesce(
      ip <<= set_masklen(${device.address}::inet, case family(${device.address}::inet) when 4 then 16 else 48 end), false
    )`.as("is_near"),
    )
    .where("user_id", "=", userId)
    .orderBy("auth.sessions.created_at", "desc")
    .limit(REMEMBERED)
    .execute();
  const { name } = deviceOf(device.userAgent);
  const isKnown = earlier.some(
    ({ user_agent, is_near, is_remembered }) => is_remembered && is_near && deviceOf(user_agent).name === name,
  );
  if (earlier.length === 0 || isKnown) return;
  const network = addressBlock(device.address).replace(/\/32$/, "");
  await notify(deps, tx, newDevice, userId, { device: name, network, at: new Date(deps.clock.now()).toISOString() });
}
