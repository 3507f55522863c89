import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";

/**
 * Deletes a withdrawn review; its author cannot write another one of the same case. The review that it replaced counts again, also one by a
 * deleted account of the same mailbox, which the hash of the mailbox finds: the deletion takes that hash along, so it is read before.
 * Returns false when there is no such review.
 */
export async function deleteReview(tx: Tx, id: string): Promise<boolean> {
  const authors = await tx.selectFrom("review_authors").select("hash").where("review_id", "=", id).execute();
  const review = await tx
    .deleteFrom("reviews")
    .where("id", "=", id)
    .returning(["case_id", "kine_id"])
    .executeTakeFirst();
  if (!review) return false;
  const { case_id, kine_id } = review;
  if (!kine_id) return true;
  await tx
    .insertInto("withdrawn_reviews")
    .values({ case_id, kine_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const { hash } of authors) {
    await sql`select replace_earlier_reviews(r) from reviews r join review_authors a on a.review_id = r.id
      where a.hash = ${hash} and r.kine_id = ${kine_id} order by r.id desc limit 1`.execute(tx);
    await sql`select settle_inherited(${kine_id}::uuid, ${hash})`.execute(tx);
  }
  return true;
}
