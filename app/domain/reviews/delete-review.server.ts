import type { Tx } from "../../platform/database/database.server.ts";

/** Deletes a withdrawn review, so that its author writes no other of the same case; false when there is none. */
export async function deleteReview(tx: Tx, id: string): Promise<boolean> {
  const review = await tx
    .deleteFrom("reviews")
    .where("id", "=", id)
    .returning(["case_id", "kine_id"])
    .executeTakeFirst();
  if (!review) return false;
  const { case_id, kine_id } = review;
  if (kine_id)
    await tx
      .insertInto("withdrawn_reviews")
      .values({ case_id, kine_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return true;
}
