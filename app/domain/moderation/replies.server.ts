import { sql } from "kysely";
import { z } from "zod";
import { routineAdmin } from "../../api/guards.server.ts";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { noteTombstone } from "../../platform/storage/tombstones.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { replyWasHidden, replyWasWritten } from "../reviews/course.server.ts";
import { ActAsRead, isChanged, Read } from "./moderation-input.ts";
import { mustBeAboutOthers } from "./not-own.server.ts";

const Hidden = z.strictObject({ hidden: z.boolean() });

/** An answer to a review, by the review's id, locked; its patient first, as the deletion of their account does. Throws NOT_FOUND. */
async function lockedReply(tx: Tx, id: string) {
  await sql`select from profiles p join reviews r on r.patient_id = p.id where r.id = ${id} for key share of p`.execute(
    tx,
  );
  const reply = await tx
    .selectFrom("review_replies as a")
    .innerJoin("reviews as r", "r.id", "a.review_id")
    .select(["r.id", "r.case_id", "r.patient_id", "r.kine_id", "a.held_at", "a.hidden_at", "a.edited_at"])
    .where("a.review_id", "=", id)
    .forUpdate("a")
    .executeTakeFirst();
  if (!reply) throw new AppError("NOT_FOUND");
  return reply;
}

/**
 * Hides an answer with a reason, also one that waits, or shows it (null) as it was read, with what follows. Throws NOT_FOUND, ALREADY_DONE,
 * OWN_ACCOUNT and, for an answer that changed since, REPLY_CHANGED; an `edited_at` that is not given is not compared.
 */
export async function putReply(
  tx: Tx,
  viewer: Viewer,
  { id, reason, edited_at }: { id: string; reason: string | null; edited_at?: Date | null | undefined },
): Promise<void> {
  const reply = await lockedReply(tx, id);
  const { held_at, hidden_at, patient_id, kine_id: user_id } = reply;
  mustBeAboutOthers(viewer, [patient_id, user_id]);
  if (reason === null ? !hidden_at && !held_at : hidden_at) throw new AppError("ALREADY_DONE");
  if (isChanged(reply.edited_at, edited_at)) throw new AppError("REPLY_CHANGED");
  await tx
    .updateTable("review_replies")
    .set({ hidden_at: reason === null ? null : sql`now()`, hidden_reason: reason, held_at: null })
    .where("review_id", "=", id)
    .execute();
  await noteTombstone(tx, reason === null ? "reply_shown" : "reply_hidden", id);
  const { id: actor_id, session_id } = viewer;
  if (reason === null) await replyWasWritten(tx, reply, { isHeld: false, isNews: held_at !== null });
  else await replyWasHidden(tx, reply);
  await recordEvent(tx, {
    event: reason === null ? "reply_shown" : "reply_hidden",
    user_id,
    actor_id,
    session_id,
    ...(reason !== null && { reason }),
  });
}

/** Hides a specialist's answer to a review, also one that waits; its author can read the reason. */
export const hideReply = routineAdmin
  .meta({
    summary: "Hides an answer to a review.",
    refuses: ["NOT_FOUND", "ALREADY_DONE", "OWN_ACCOUNT", "REPLY_CHANGED"],
    writes: "once",
  })
  .input(ActAsRead)
  .output(Hidden)
  .handler(({ input: { id, reason, edited_at }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await putReply(tx, viewer, { id, reason, edited_at });
      return { hidden: true as const };
    }),
  );

/** Shows an answer that waits, or one that was hidden. */
export const showReply = routineAdmin
  .meta({
    summary: "Shows an answer to a review.",
    refuses: ["NOT_FOUND", "ALREADY_DONE", "OWN_ACCOUNT", "REPLY_CHANGED"],
    writes: "once",
  })
  .input(Read)
  .output(Hidden)
  .handler(({ input: { id, edited_at }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await putReply(tx, viewer, { id, reason: null, edited_at });
      return { hidden: false as const };
    }),
  );
