import { sql } from "kysely";
import { z } from "zod";
import { recordEvent } from "../../auth/core/audit.server.ts";
import { withdrawInvitations } from "../../auth/flows/invitations.server.ts";
import { notify } from "../../auth/flows/security-notifications.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { noteTombstone, writeTombstones } from "../../platform/storage/tombstones.server.ts";
import { provenAdmin, routineAdmin } from "../../api/guards.server.ts";
import type { Viewer } from "../../api/viewer.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { doubtBookings, settleDoubts } from "../bookings/end-bookings.server.ts";
import { reviewEditWasAsked, reviewWasHidden, reviewWasShown } from "../reviews/course.server.ts";
import { closed } from "../cases/course.server.ts";
import { applyHeldOf } from "../matches/decide.server.ts";
import { adminSince, settleLostAdmin, tellOfLostAdmin } from "../accounts/lost-admin.server.ts";
import { notifyOfNewAdmin } from "../accounts/new-admin.server.ts";
import { suspensionChanged } from "./course.server.ts";
import { mustBeAboutOthers } from "./not-own.server.ts";
import { Act, ActAsRead, isChanged, Read } from "./moderation-input.ts";
import { accountRestored, accountSuspended } from "./messages.server.ts";

const Suspended = z.strictObject({ suspended: z.boolean() });
const Hidden = z.strictObject({ hidden: z.boolean() });

type AuditEvent = Parameters<typeof recordEvent>[1]["event"];

/** Records an admin's action in the transaction that performs it; `userId` is the affected user, null when their account is deleted. */
const record = (tx: Tx, viewer: Viewer, event: AuditEvent, userId: string | null, reason?: string) =>
  recordEvent(tx, { event, user_id: userId, actor_id: viewer.id, session_id: viewer.session_id, reason });

/**
 * Suspends an account: its sessions end at once, no new one can be opened, the database hides the user, and a message gives the reason.
 */
export const suspend = provenAdmin
  .meta({
    summary: "Suspends an account.",
    refuses: ["NOT_FOUND", "OWN_ACCOUNT", "LAST_ADMIN", "ALREADY_DONE", "NEW_ADMIN"],
    writes: "once",
  })
  .input(Act)
  .output(Suspended)
  .handler(async ({ input: { id, reason }, context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      await tx.insertInto("suspensions").values({ user_id: id, reason, suspended_by: viewer.id }).execute();
      await withdrawInvitations(tx, id);
      await suspensionChanged(tx, id);
      await doubtBookings(tx, id);
      await record(tx, viewer, "account_suspended", id, reason);
      await notify(services, tx, accountSuspended, id, { reason });
      const isSettled = (await settleLostAdmin(tx, id, viewer.id)) !== null;
      const since = await adminSince(tx, id);
      if (since && !isSettled) await tellOfLostAdmin(services, tx, { id, since, is_suspended: true, by: viewer });
      return { suspended: true as const };
    });
    await writeTombstones(services);
    return answer;
  });

/** Ends a suspension: the user can sign in again, finds everything unchanged, and is notified. */
export const restore = provenAdmin
  .meta({
    summary: "Ends the suspension of an account.",
    refuses: ["NOT_FOUND", "OWN_ACCOUNT", "ALREADY_DONE", "NEW_ADMIN"],
    writes: "once",
  })
  .input(Act)
  .output(Suspended)
  .handler(async ({ input: { id, reason }, context: { transaction, viewer, services } }) => {
    const answer = await transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("suspensions")
        .set({ restored_at: sql`now()`, restored_by: viewer.id, restored_reason: reason })
        .where("user_id", "=", id)
        .where("restored_at", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("ALREADY_DONE");
      await suspensionChanged(tx, id);
      await settleDoubts(tx, id);
      // The link of a role that is still away stays.
      if (await adminSince(tx, id)) {
        await settleLostAdmin(tx, id, null);
        await notifyOfNewAdmin(services, tx, id, { by: viewer.name, is_back: true });
      }
      await record(tx, viewer, "account_restored", id, reason);
      await notify(services, tx, accountRestored, id, { reason });
      return { suspended: false as const };
    });
    await writeTombstones(services);
    return answer;
  });

async function setHidden(tx: Tx, id: string, reason: string | null) {
  const changed = await tx
    .updateTable("reviews")
    .set({ hidden_at: reason === null ? null : sql`now()`, hidden_reason: reason })
    .where("id", "=", id)
    // One that waits for an admin is hidden already: hiding it is the decision.
    .where((eb) =>
      reason === null
        ? eb("hidden_at", "is not", null)
        : eb.or([eb("hidden_at", "is", null), eb("is_waiting", "=", true)]),
    )
    .returning(["id", "case_id", "patient_id", "kine_id"])
    .executeTakeFirst();
  if (changed) return changed;
  const found = await tx.selectFrom("reviews").select("id").where("id", "=", id).executeTakeFirst();
  throw new AppError(found ? "ALREADY_DONE" : "NOT_FOUND");
}

/**
 * Hides a review with a reason, or shows it again (null) as it was read, with what follows. Throws NOT_FOUND, ALREADY_DONE, OWN_ACCOUNT and, for
 * a review that changed since, REVIEW_CHANGED; an `edited_at` that is not given is not compared.
 */
export async function putReview(
  tx: Tx,
  viewer: Viewer,
  { id, reason, edited_at }: { id: string; reason: string | null; edited_at?: Date | null | undefined },
): Promise<void> {
  const wasWaiting = await mustBeAsRead(tx, id, edited_at);
  const review = await setHidden(tx, id, reason);
  mustBeAboutOthers(viewer, [review.patient_id, review.kine_id]);
  await noteTombstone(tx, reason === null ? "review_shown" : "review_hidden", id);
  if (reason === null) {
    await reviewWasShown(tx, review);
    return record(tx, viewer, "review_shown", review.patient_id);
  }
  await reviewWasHidden(tx, review, wasWaiting);
  await record(tx, viewer, "review_hidden", review.patient_id, reason);
}

/** Locks a review whose words are those that were read; whether it waits for an admin. Throws REVIEW_CHANGED. */
async function mustBeAsRead(tx: Tx, id: string, editedAt: Date | null | undefined): Promise<boolean> {
  const review = tx.selectFrom("reviews").select(["edited_at", "is_waiting"]).where("id", "=", id).forNoKeyUpdate();
  const found = await review.executeTakeFirst();
  if (found && isChanged(found.edited_at, editedAt)) throw new AppError("REVIEW_CHANGED");
  return found?.is_waiting ?? false;
}

/** Hides a review from public profiles and averages; its author can read the reason. */
export const hideReview = routineAdmin
  .meta({
    summary: "Hides a review.",
    refuses: ["NOT_FOUND", "ALREADY_DONE", "OWN_ACCOUNT", "REVIEW_CHANGED"],
    writes: "once",
  })
  .input(ActAsRead)
  .output(Hidden)
  .handler(({ input: { id, reason, edited_at }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await putReview(tx, viewer, { id, reason, edited_at });
      return { hidden: true as const };
    }),
  );

/** Shows a hidden review again, also in averages. */
export const showReview = routineAdmin
  .meta({
    summary: "Shows a hidden review.",
    refuses: ["NOT_FOUND", "ALREADY_DONE", "OWN_ACCOUNT", "REVIEW_CHANGED"],
    writes: "once",
  })
  .input(Read)
  .output(Hidden)
  .handler(({ input: { id, edited_at }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await putReview(tx, viewer, { id, reason: null, edited_at });
      return { hidden: false as const };
    }),
  );

/** Asks the author of a review to edit it, which they may for seven days from now; a later request replaces an earlier one. */
export const askEdit = routineAdmin
  .meta({
    summary: "Asks the author of a review to edit it.",
    refuses: ["NOT_FOUND", "OWN_ACCOUNT", "REVIEW_CHANGED"],
    writes: "once",
  })
  .input(ActAsRead)
  .output(z.strictObject({ asked: z.literal(true) }))
  .handler(({ input: { id, reason, edited_at }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await mustBeAsRead(tx, id, edited_at);
      const review = await tx
        .updateTable("reviews")
        .set({ asked_to_edit_at: sql`now()`, asked_to_edit_for: reason })
        .where("id", "=", id)
        .where("patient_id", "is not", null)
        .returning(["id", "case_id", "patient_id", "kine_id"])
        .executeTakeFirst();
      if (!review) throw new AppError("NOT_FOUND");
      mustBeAboutOthers(viewer, [review.patient_id, review.kine_id]);
      await reviewEditWasAsked(tx, review);
      await record(tx, viewer, "review_edit_asked", review.patient_id, reason);
      return { asked: true as const };
    }),
  );

/** Closes a case in course permanently; its patient and the applicants can read the reason. */
export const closeCase = provenAdmin
  .meta({
    summary: "Closes a case permanently.",
    refuses: ["CASE_NOT_FOUND", "CASE_CLOSED", "OWN_ACCOUNT"],
    writes: "once",
  })
  .input(Act)
  .output(z.strictObject({ status: z.literal("closed") }))
  .handler(({ input: { id, reason }, context: { transaction, viewer } }) =>
    transaction(async (tx) => {
      await applyHeldOf(tx, id);
      const found = await tx
        .updateTable("cases")
        .set({ status: "closed", closed_reason: reason })
        .where("id", "=", id)
        .where("status", "<>", "closed")
        .returning("patient_id")
        .executeTakeFirst();
      if (!found) {
        const other = await tx.selectFrom("cases").select("id").where("id", "=", id).executeTakeFirst();
        throw new AppError(other ? "CASE_CLOSED" : "CASE_NOT_FOUND");
      }
      mustBeAboutOthers(viewer, [found.patient_id]);
      await closed(tx, { id, patient_id: found.patient_id }, null);
      await record(tx, viewer, "case_closed_by_admin", found.patient_id, reason);
      return { status: "closed" as const };
    }),
  );
