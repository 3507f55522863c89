import { sql } from "kysely";
import { z } from "zod";
import { patient } from "../../api/guards.server.ts";
import { writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { reviewWasEdited, reviewWasWithdrawn } from "./course.server.ts";
import { deleteReview } from "./delete-review.server.ts";
import { EditedReview } from "./review.ts";

const OF_REVIEW = ["id", "case_id", "patient_id", "kine_id"] as const;

/** Edits an own review within seven days, ten times at most; the earlier versions stay for admins. One that is hidden stays hidden. */
export const edit = patient
  .meta({
    summary: "Edits a review of the caller's.",
    refuses: ["NOT_FOUND", "REVIEW_SETTLED", "TOO_MANY_EDITS"],
    writes: "once",
  })
  .input(EditedReview)
  .output(z.strictObject({ is_edited: z.literal(true) }))
  .handler(({ input: { id, stars, comment }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const edited = await tx
        .updateTable("reviews")
        .set({ stars, comment, edited_at: sql`now()`, asked_to_edit_at: null, asked_to_edit_for: null })
        .where("id", "=", id)
        .where("patient_id", "=", viewer.id)
        .returning([...OF_REVIEW, sql<boolean>`hidden_at is not null or is_replaced`.as("is_hidden")])
        .executeTakeFirst();
      if (!edited) throw new AppError("NOT_FOUND");
      await reviewWasEdited(tx, edited, edited.is_hidden);
      return { is_edited: true as const };
    }),
  );

/** Deletes an own review, with its answer, its versions and its reports. Of its case the patient writes no other about this specialist. */
export const withdraw = patient
  .meta({ summary: "Withdraws a review of the caller's.", refuses: ["NOT_FOUND"], writes: "once" })
  .input(z.object({ id: z.uuid() }))
  .output(z.strictObject({ is_withdrawn: z.literal(true) }))
  .handler(async ({ input: { id }, context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      const own = await tx
        .selectFrom("reviews")
        .select([...OF_REVIEW, sql<boolean>`hidden_at is not null`.as("is_hidden")])
        .where("id", "=", id)
        .where("patient_id", "=", viewer.id)
        .forUpdate()
        .executeTakeFirst();
      if (!own) throw new AppError("NOT_FOUND");
      await deleteReview(tx, id);
      await reviewWasWithdrawn(tx, own, own.is_hidden);
      return { is_withdrawn: true as const };
    });
    await writeTombstones(services);
    return answer;
  });
