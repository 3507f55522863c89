import { createHash, webcrypto } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { member, memberReads } from "../../api/guards.server.ts";
import { deviceOf } from "../../auth/core/device.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { isPushEndpoint } from "../../platform/push/push-endpoint.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { handPush } from "./hand-push.server.ts";

/** The kind of a test push. */
const TRIED = "test";
/** The lifetime of a test push (s): its person looks at the browser and expects it now. */
const TRIED_S = 60;

const Device = z.strictObject({
  name: z.string(),
  kind: z.enum(["computer", "phone", "tablet"]),
  since: z.date(),
  is_current: z.boolean(),
});

/** The key to subscribe under, null while the server sends no pushes, and the caller's browsers that receive them. */
export const state = memberReads
  .meta({ summary: "Returns the key to subscribe under and the browsers of the caller that receive pushes." })
  .output(z.strictObject({ key: z.string().nullable(), is_current_key: z.boolean(), devices: z.array(Device) }))
  .handler(async ({ context: { db, viewer, services } }) => {
    const key = services.push.isOn ? await services.push.keys.active() : null;
    const rows = await subscriptions.all(db, { viewer: viewer.id });
    const isCurrent = (row: { session_id: string }) => row.session_id === viewer.session_id;
    return {
      key,
      is_current_key: rows.some((row) => isCurrent(row) && row.public_key === key),
      devices: rows.map((row) => ({ ...deviceOf(row.user_agent), since: row.created_at, is_current: isCurrent(row) })),
    };
  });

const subscriptions = prepared("push.state", (db, { viewer }: { viewer: string }) =>
  db
    .selectFrom("push_subscriptions as s")
    .innerJoin("auth.sessions as a", "a.id", "s.session_id")
    .select(["s.session_id", "s.public_key", "s.created_at", "a.user_agent"])
    .where("s.user_id", "=", viewer)
    .where("a.ended_at", "is", null)
    .where("a.not_after", ">", sql<Date>`now()`)
    .orderBy("s.created_at", "desc"),
);

const Subscribed = z.object({
  /** The key of `state`. */
  key: z.string().regex(/^[\w-]{87}$/),
  endpoint: z.string().max(1_000),
  p256dh: z.string().regex(/^[\w-]{87}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
});

/** Subscribes the caller's browser: pushes go there until its session ends. Replaces an earlier one. */
export const subscribe = member
  .meta({ summary: "Subscribes the caller's browser to pushes.", refuses: ["PUSH_OFF"], writes: "once" })
  .input(Subscribed)
  .output(z.strictObject({ subscribed: z.literal(true) }))
  .handler(async ({ input: { key, ...subscription }, context: { transaction, viewer, services } }) => {
    const { push, settings } = services;
    const sessionId = sessionOf(viewer);
    if (!push.isOn) throw new AppError("PUSH_OFF");
    const isAllowed = isPushEndpoint(subscription.endpoint, settings.pushLoopback);
    if (!isAllowed || !(await isPoint(subscription.p256dh))) throw new AppError("BAD_INPUT");
    if (key !== (await push.keys.active())) throw new AppError("BAD_INPUT");
    const endpoint_hash = createHash("sha256").update(subscription.endpoint).digest();
    const row = { public_key: key, endpoint_hash, sealed: push.seal(subscription, sessionId), tried_at: null };
    return transaction(async (tx) => {
      await lockSession(tx, { id: sessionId, userId: viewer.id });
      // When two sessions hand over the same endpoint at once, the later one takes it.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`push ${endpoint_hash.toString("hex")}`}, 0))`.execute(
        tx,
      );
      await tx
        .deleteFrom("push_subscriptions")
        .where("endpoint_hash", "=", endpoint_hash)
        .where("session_id", "<>", sessionId)
        .execute();
      await tx
        .insertInto("push_subscriptions")
        .values({ ...row, session_id: sessionId, user_id: viewer.id })
        .onConflict((conflict) => conflict.column("session_id").doUpdateSet(row))
        .execute();
      return { subscribed: true as const };
    });
  });

/** Ends the pushes to the caller's browser, if it has any. */
export const unsubscribe = member
  .meta({ summary: "Ends the pushes to the caller's browser.", writes: "once" })
  .output(z.strictObject({ subscribed: z.literal(false) }))
  .handler(({ context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await tx.deleteFrom("push_subscriptions").where("session_id", "=", sessionOf(viewer)).execute();
      return { subscribed: false as const };
    }),
  );

/** Pushes a notification to the caller's browser, to try it, once in ten seconds. */
export const test = member
  .meta({
    summary: "Sends a push to the caller's browser, to try it.",
    refuses: ["NOT_FOUND", "PUSH_OFF", "TOO_MANY_REQUESTS"],
    writes: { unkeyed: "each one asked for is sent" },
  })
  .output(z.strictObject({ outcome: z.enum(["handed", "later", "gone", "refused"]) }))
  .handler(async ({ context: { db, viewer, services } }) => {
    const sessionId = sessionOf(viewer);
    if (!services.push.isOn) throw new AppError("PUSH_OFF");
    const tried = await db
      .updateTable("push_subscriptions")
      .set({ tried_at: sql`clock_timestamp()` })
      .where("session_id", "=", sessionId)
      .where(sql<boolean>`coalesce(tried_at < clock_timestamp() - interval '10 seconds', true)`)
      .returning(["session_id", "public_key", "sealed"])
      .executeTakeFirst();
    if (tried) return { outcome: await handPush(services, tried, { kind: TRIED, id: crypto.randomUUID() }, TRIED_S) };
    const found = await db
      .selectFrom("push_subscriptions")
      .select("session_id")
      .where("session_id", "=", sessionId)
      .executeTakeFirst();
    throw new AppError(found ? "TOO_MANY_REQUESTS" : "NOT_FOUND");
  });

/**
 * Keeps a session from ending before the commit, so that its end also ends the new subscription. Locks in the order of a deletion and of a
 * sign-out: the person, their sessions, what ends with them. Throws NOT_SIGNED_IN when the session has ended.
 */
async function lockSession(tx: Tx, { id, userId }: { id: string; userId: string }): Promise<void> {
  await tx.selectFrom("profiles").select("id").where("id", "=", userId).forKeyShare().execute();
  const session = await tx
    .selectFrom("auth.sessions")
    .select("id")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .forShare()
    .executeTakeFirst();
  if (!session) throw new AppError("NOT_SIGNED_IN");
}

// In-process calls have no session; clients cannot make them.
function sessionOf({ session_id }: { session_id: string | null }): string {
  if (session_id === null) throw new AppError("NOT_SIGNED_IN");
  return session_id;
}

/** Whether a browser's key is a point of P-256: nothing can be encrypted for any other key. */
async function isPoint(p256dh: string): Promise<boolean> {
  const curve = { name: "ECDH", namedCurve: "P-256" };
  return webcrypto.subtle.importKey("raw", Buffer.from(p256dh, "base64url"), curve, false, []).then(
    () => true,
    () => false,
  );
}
