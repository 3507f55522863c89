import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import type { Kind } from "./notification.ts";

/** What a notification is about: at most one thing makes it one of its own, in this order: application, review, case. */
type About = { caseId?: string | null; matchId?: string | null; reviewId?: string | null };

/**
 * Notifies a person in the transaction of the cause. One row a person, kind and thing is open: it grows, and a row whose delivery is over
 * is delivered again. Its job `deliver:{id}` runs after the commit.
 */
export async function notify(
  tx: Tx,
  { userId, kind, caseId = null, matchId = null, reviewId = null }: About & { userId: string; kind: Kind },
): Promise<void> {
  await sql`select notify_person(${userId}, ${kind}, ${caseId}, ${matchId}, ${reviewId})`.execute(tx);
}

/** Ends the open notifications of these kinds, of one person or about one thing: they are neither shown nor delivered any more. */
export async function closeNotifications(
  tx: Tx,
  { kinds, userId, caseId, matchId, reviewId }: About & { kinds: readonly Kind[]; userId?: string },
): Promise<void> {
  let query = tx
    .updateTable("notifications")
    .set({ done_at: sql`now()` })
    .where("kind", "in", kinds)
    .where("seen_at", "is", null)
    .where("done_at", "is", null);
  if (userId) query = query.where("user_id", "=", userId);
  if (caseId) query = query.where("case_id", "=", caseId);
  if (matchId) query = query.where("match_id", "=", matchId);
  if (reviewId) query = query.where("review_id", "=", reviewId);
  await query.execute();
}
