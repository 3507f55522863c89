import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { adminReads, member, routineAdmin } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE } from "../lists/pages.server.ts";
import { mustBeAboutOthers } from "../moderation/not-own.server.ts";
import { putReply } from "../moderation/replies.server.ts";
import { putReview } from "../moderation/moderation.server.ts";
import { AppealDecision, NewAppeal } from "./appeal-input.ts";
import { Appeals } from "./appeal-output.server.ts";
import { appealAsked, appealDecided } from "./course.server.ts";

/**
 * Asks for another look at a decision of the last 14 days, once: by the author of what was hidden, or by the specialist whose report of a
 * review was turned down.
 */
export const ask = member
  .meta({
    summary: "Appeals a decision about a review or an answer.",
    refuses: ["NOT_FOUND", "APPEAL_OVER", "ALREADY_APPEALED"],
    writes: "once",
  })
  .input(NewAppeal)
  .output(z.strictObject({ id: z.uuid() }))
  .handler(({ input, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const appeal = await tx
        .insertInto("appeals")
        .values({ ...input, by_id: viewer.id })
        .returning("id")
        .executeTakeFirstOrThrow();
      await appealAsked(tx);
      return appeal;
    }),
  );

/** The appeals without a decision, the oldest first, 20 a page from `before` (an appeal's id). */
export const list = adminReads
  .meta({ summary: "Lists the appeals that wait for a decision." })
  .input(Cursor)
  .output(Appeals)
  .handler(async ({ input: { before }, context: { db, viewer } }) =>
    asPage(await openPage.all(db, { viewer: viewer.id, after: before ?? undefined })),
  );

const openPage = prepared("appeals.list", (db, { viewer, after }: { viewer: string; after?: string | undefined }) => {
  let query = db
    .selectFrom("appeals as a")
    .innerJoin("reviews as r", "r.id", "a.review_id")
    .innerJoin("profiles as b", "b.id", "a.by_id")
    .leftJoin("profiles as p", "p.id", "r.patient_id")
    .leftJoin("profiles as k", "k.id", "r.kine_id")
    .leftJoin("review_replies as w", "w.review_id", "r.id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("reports as o")
          .select("o.decision")
          .whereRef("o.review_id", "=", "r.id")
          .whereRef("o.reporter_id", "=", "a.by_id")
          .where("a.about", "=", "review")
          .where("o.decided_at", "is not", null)
          .where(sql<boolean>`o.is_upheld is not true`)
          .orderBy("o.decided_at", "desc")
          .limit(1)
          .as("d"),
      (join) => join.onTrue(),
    )
    .select([
      "a.id",
      "a.about",
      "a.text",
      "a.created_at",
      "a.by_id",
      "b.name as by_name",
      "r.id as review_id",
      "r.case_id",
      "r.stars",
      "r.comment",
      "r.created_at as reviewed_at",
      "p.name as patient_name",
      "k.name as kine_name",
      "w.body as reply",
      "w.created_at as replied_at",
      sql<Date | null>`case a.about when 'reply' then w.edited_at else r.edited_at end`.as("edited_at"),
      sql<boolean>`case a.about when 'reply' then w.hidden_at else r.hidden_at end is not null`.as("is_hidden"),
      sql<
        string | null
      >`case a.about when 'reply' then w.hidden_reason else coalesce(r.hidden_reason, d.decision) end`.as("reason"),
      sql<boolean>`coalesce(a.first_by = ${viewer}::uuid, false) and has_other_admin(${viewer}::uuid)`.as(
        "is_for_another",
      ),
    ])
    .where("a.decided_at", "is", null);
  if (after) query = query.where("a.id", ">", after);
  return query.orderBy("a.id").limit(PAGE_AND_ONE);
});

/** Decides an appeal, and shows or hides what it is about. Another admin than the first decides, while there is one. */
export const decide = routineAdmin
  .meta({
    summary: "Decides an appeal.",
    refuses: ["NOT_FOUND", "ALREADY_DONE", "REVIEW_CHANGED", "REPLY_CHANGED", "OTHER_ADMIN_DECIDES", "OWN_ACCOUNT"],
    writes: "once",
  })
  .input(AppealDecision)
  .output(z.strictObject({ decided: z.literal(true) }))
  .handler(({ input: { id, outcome, decision, edited_at }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      const appeal = await lockedAppeal(tx, id);
      mustBeAboutOthers(viewer, [appeal.patient_id, appeal.kine_id]);
      if (outcome !== "kept") {
        const act = { id: appeal.review_id, reason: outcome === "hidden" ? decision : null, edited_at };
        await (appeal.about === "reply" ? putReply(tx, viewer, act) : putReview(tx, viewer, act));
      }
      await tx
        .updateTable("appeals")
        .set({ outcome, decision, decided_at: sql`now()`, decided_by: viewer.id })
        .where("id", "=", id)
        .execute();
      await appealDecided(tx, appeal);
      await recordEvent(tx, {
        event: "appeal_decided",
        user_id: appeal.by_id,
        actor_id: viewer.id,
        session_id: viewer.session_id,
        reason: decision,
      });
      return { decided: true as const };
    }),
  );

/** An appeal with its review, locked: its people first, as the deletion of an account does. Throws NOT_FOUND, ALREADY_DONE. */
async function lockedAppeal(tx: Tx, id: string) {
  await sql`select from appeals a join reviews r on r.id = a.review_id join profiles p on p.id in (a.by_id, r.patient_id)
    where a.id = ${id} order by p.id for key share of p`.execute(tx);
  const appeal = await tx
    .selectFrom("appeals as a")
    .innerJoin("reviews as r", "r.id", "a.review_id")
    .select(["a.review_id", "r.case_id", "r.patient_id", "r.kine_id", "a.by_id", "a.about", "a.decided_at"])
    .select(sql<boolean>`a.by_id is not distinct from r.patient_id`.as("is_of_author"))
    .where("a.id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!appeal) throw new AppError("NOT_FOUND");
  if (appeal.decided_at) throw new AppError("ALREADY_DONE");
  return appeal;
}
