import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { expectDigest } from "./digest.server.ts";
import type { Kind } from "./notification.ts";

/** What a notification is about. Its identity includes at most one thing, the first present of application, review and case. */
type About = { caseId?: string | null; matchId?: string | null; reviewId?: string | null };

/**
 * Notifies a person in the transaction of the cause. Only one row per person, kind and thing is open: a repetition raises its count and
 * delivers it again if its delivery is over, four hours after the last. What is caused and undone again and again is delivered once an hour.
 * Its job `deliver:{id}` runs after the commit, and their screens read their inbox again.
 */
export async function notify(
  tx: Tx,
  { userId, kind, caseId = null, matchId = null, reviewId = null }: About & { userId: string; kind: Kind },
): Promise<void> {
  await write.run(tx, { userId, kind, caseId, matchId, reviewId });
}

type Written = { userId: string; kind: string; caseId: string | null; matchId: string | null; reviewId: string | null };
const write = prepared(
  "notification",
  (_, { userId, kind, caseId, matchId, reviewId }: Written) =>
    sql`select notify_person(${userId}::uuid, ${kind}, ${caseId}::uuid, ${matchId}::uuid, ${reviewId}::uuid)`,
  { isDeferred: true },
);

/** Notifies a person without a push and without a mail of its own: the next digest includes it. */
export async function notifyInDigest(tx: Tx, about: Parameters<typeof notify>[1]): Promise<void> {
  await notify(tx, about);
  const { numUpdatedRows } = await tx
    .updateTable("notifications")
    .set({ delivery: "digest" })
    .where("user_id", "=", about.userId)
    .where("kind", "=", about.kind)
    .where("case_id", "is not distinct from", about.caseId ?? null)
    .where("delivery", "=", "push")
    .where("seen_at", "is", null)
    .where("done_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await expectDigest(tx, about.userId);
}

/** Ends the open notifications of these kinds, of one person or about one thing: they are neither shown nor delivered any more, and closed where a push shows them. */
export async function closeNotifications(
  tx: Tx,
  { kinds, userId, caseId, matchId, reviewId }: About & { kinds: readonly Kind[]; userId?: string },
): Promise<void> {
  let query = tx
    .selectFrom("notifications")
    .select("id")
    .where("kind", "in", kinds)
    .where("seen_at", "is", null)
    .where("done_at", "is", null);
  if (userId) query = query.where("user_id", "=", userId);
  if (caseId) query = query.where("case_id", "=", caseId);
  if (matchId) query = query.where("match_id", "=", matchId);
  if (reviewId) query = query.where("review_id", "=", reviewId);
  // Locks in the order of the ids, as `seen` does, to avoid deadlocks.
  await tx
    .updateTable("notifications")
    .set({ done_at: sql`now()` })
    .where("id", "in", query.orderBy("id").forNoKeyUpdate())
    .execute();
}
