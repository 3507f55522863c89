import { sql } from "kysely";
import { z } from "zod";
import { adminReads, kine } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { contactsIn } from "../contacts/found-contacts.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { reportedWasEdited } from "../reports/course.server.ts";
import { replyWasWritten } from "./course.server.ts";
import { tellsHealth } from "./health-in-reply.ts";
import { saysName } from "./names-in-reply.ts";
import { Reply } from "./reply-input.ts";
import { HeldReplies } from "./review-output.server.ts";

const Answered = z.strictObject({ is_held: z.boolean() });

/** Answers a review about the caller, once. An answer with words of the body, of what somebody has or of its treatment waits for an admin. */
export const reply = kine
  .meta({
    summary: "Answers a review of the caller.",
    refuses: ["NOT_FOUND", "ALREADY_REPLIED", "REPLY_TELLS"],
    writes: "once",
  })
  .input(Reply)
  .output(Answered)
  .handler(({ input: { review_id, body }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const review = await answeredReview(tx, review_id, viewer.id);
      assertTellsNobody(body, review);
      const is_held = tellsHealth(body);
      await tx
        .insertInto("review_replies")
        .values({ review_id, kine_id: viewer.id, body, held_at: is_held ? sql<Date>`now()` : null })
        .execute();
      await replyWasWritten(tx, review, { isHeld: is_held, isNews: true });
      return { is_held };
    }),
  );

/** Edits an own answer in sight, or one that waits, within 48 hours of it or of the review's last edit. It is judged as a new one is. */
export const editReply = kine
  .meta({
    summary: "Edits an answer of the caller's to a review.",
    refuses: ["NOT_FOUND", "REPLY_SETTLED", "REPLY_TELLS"],
    writes: "once",
  })
  .input(Reply)
  .output(Answered)
  .handler(({ input: { review_id, body }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const review = await answeredReview(tx, review_id, viewer.id);
      assertTellsNobody(body, review);
      const is_held = tellsHealth(body);
      const before = await tx
        .selectFrom("review_replies")
        .select(["id", "held_at"])
        .where("review_id", "=", review_id)
        .where("kine_id", "=", viewer.id)
        .where("hidden_at", "is", null)
        .forUpdate()
        .executeTakeFirst();
      if (!before) throw new AppError("NOT_FOUND");
      await tx
        .updateTable("review_replies")
        .set({ body, edited_at: sql`now()`, held_at: is_held ? sql`coalesce(held_at, now())` : null })
        .where("review_id", "=", review_id)
        .execute();
      await replyWasWritten(tx, review, { isHeld: is_held, isNews: is_held !== (before.held_at !== null) });
      if (!is_held) await reportedWasEdited(tx, before.id);
      return { is_held };
    }),
  );

/**
 * A review in sight about a specialist, with all names that they know its author by. Throws NOT_FOUND, also without the author's account,
 * whose names nobody could compare. The account's deletion waits for the lock, and then deletes the answer.
 */
async function answeredReview(tx: Tx, id: string, kineId: string) {
  const review = await tx
    .selectFrom("reviews as r")
    .innerJoin("profiles as p", "p.id", "r.patient_id")
    .leftJoin("matches as m", (join) => join.onRef("m.case_id", "=", "r.case_id").onRef("m.kine_id", "=", "r.kine_id"))
    .leftJoin("agreed_contacts as a", "a.match_id", "m.id")
    .select([
      "r.id",
      "r.case_id",
      "r.patient_id",
      "r.kine_id",
      "p.name",
      "a.patient_name as name_then",
      // Nobody reads the name of a suspended patient.
      sql<string | null>`case when p.suspended_at is null then r.author_name end`.as("public_name"),
    ])
    .where("r.id", "=", id)
    .where("r.kine_id", "=", kineId)
    .where("r.hidden_at", "is", null)
    .where("r.is_replaced", "=", false)
    .forKeyShare("p")
    .executeTakeFirst();
  if (!review) throw new AppError("NOT_FOUND");
  return review;
}

type Names = { name: string; name_then: string | null; public_name: string | null };

/** Throws REPLY_TELLS for a text with more of the author's name than everybody reads, or with contact data. */
function assertTellsNobody(body: string, { name, name_then, public_name }: Names): void {
  const names = [name, name_then].filter((each) => each !== null);
  if (contactsIn(body).length > 0 || saysName(body, names, public_name ?? "")) throw new AppError("REPLY_TELLS");
}

/** The answers that wait for an admin, the oldest review first, 20 a page from `before` (a review's id). */
export const heldReplies = adminReads
  .meta({ summary: "Lists the answers to reviews that wait for an admin." })
  .input(Cursor)
  .output(HeldReplies)
  .handler(async ({ input: { before }, context: { db } }) =>
    asPage(await heldPage.all(db, { after: before ?? undefined })),
  );

const heldPage = prepared("reviews.heldReplies", (db, { after }: { after?: string | undefined }) => {
  let query = db
    .selectFrom("review_replies as a")
    .innerJoin("reviews as r", "r.id", "a.review_id")
    .innerJoin("profiles as k", "k.id", "a.kine_id")
    .leftJoin("profiles as p", "p.id", "r.patient_id")
    .select([
      "r.id",
      "r.stars",
      "r.comment",
      "r.created_at",
      "r.has_sessions",
      "p.name as patient_name",
      "k.name as kine_name",
      "a.body as reply",
      "a.created_at as replied_at",
      "a.edited_at as reply_edited_at",
    ])
    .where("a.held_at", "is not", null);
  if (after) query = query.where("a.review_id", ">", after);
  return query.orderBy("a.review_id").limit(PAGE_AND_ONE);
});
