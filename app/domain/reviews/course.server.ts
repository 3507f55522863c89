import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { notifyAdmins } from "../notifications/notify-admins.server.ts";
import { reportedWasEdited, reportOfProgramWasMade } from "../reports/course.server.ts";
import { closeNotifications, notify } from "../notifications/notify.server.ts";

type Review = { id: string; case_id: string; patient_id: string | null; kine_id: string | null };

/** What follows from a review: admins see it and its specialist is notified; one that waits for an admin stays unknown to them. */
export async function reviewWasWritten(tx: Tx, { id, case_id, kine_id }: Review, isWaiting: boolean): Promise<void> {
  await publish(tx, ["counts", "admins"]);
  if (isWaiting) await reportOfProgramWasMade(tx, id);
  else if (kine_id) await notify(tx, { userId: kine_id, kind: "review_received", caseId: case_id, reviewId: id });
}

/**
 * What follows from a review's edit: its specialist is notified, whose answer may have to change. One that is hidden stays unknown to them.
 * A review that was reported waits in the queue again, since admins decided about other words.
 */
export async function reviewWasEdited(
  tx: Tx,
  { id, case_id, patient_id, kine_id }: Review,
  isHidden: boolean,
): Promise<void> {
  await publishReview(tx, case_id, [patient_id, ...(isHidden ? [] : [kine_id])]);
  if (kine_id && !isHidden)
    await notify(tx, { userId: kine_id, kind: "review_received", caseId: case_id, reviewId: id });
  await reportedWasEdited(tx, id);
}

/**
 * What follows from another name of an account, which its reviews of the last seven days are signed with: admins read again those that were
 * reported. The database has filed the reports.
 */
export async function authorWasRenamed(tx: Tx, id: string): Promise<void> {
  for (const { subject_id } of await reportsOfNames.all(tx, { id })) await reportOfProgramWasMade(tx, subject_id);
}

const reportsOfNames = prepared("reports of names", (db, { id }: { id: string }) =>
  db
    .selectFrom("reviews as r")
    .innerJoin("reports as o", "o.review_id", "r.id")
    .select("o.subject_id")
    .where("r.patient_id", "=", id)
    .where("o.reporter_id", "is", null)
    .where("o.decided_at", "is", null)
    .where(sql<boolean>`o.created_at = now()`),
);

/** What follows from a withdrawal: the pages of both sides read again. Of one that was hidden its specialist hears nothing. */
export const reviewWasWithdrawn = (
  tx: Tx,
  { case_id, patient_id, kine_id }: Review,
  wasHidden: boolean,
): Promise<void> => publishReview(tx, case_id, [patient_id, ...(wasHidden ? [] : [kine_id])]);

/** What follows when an admin shows a review again: the pages of both sides read again. */
export const reviewWasShown = (tx: Tx, { case_id, patient_id, kine_id }: Review): Promise<void> =>
  publishReview(tx, case_id, [patient_id, kine_id]);

/** What follows when an admin hides a review: its author is notified. Of one that waited its specialist has heard nothing. */
export async function reviewWasHidden(
  tx: Tx,
  { id, case_id, patient_id, kine_id }: Review,
  wasWaiting: boolean,
): Promise<void> {
  await publishReview(tx, case_id, [patient_id, ...(wasWaiting ? [] : [kine_id])]);
  if (patient_id) await notify(tx, { userId: patient_id, kind: "review_hidden", caseId: case_id, reviewId: id });
}

/** What follows when an admin asks for an edit: the author is notified. */
export async function reviewEditWasAsked(tx: Tx, { id, case_id, patient_id }: Review): Promise<void> {
  await publishReview(tx, case_id, [patient_id]);
  if (patient_id) await notify(tx, { userId: patient_id, kind: "review_edit_asked", caseId: case_id, reviewId: id });
}

/**
 * What follows from an answer, an edited one, or an admin's decision about it. While it waits, admins are notified; in sight, who wrote the
 * review is, once a review and not across a block. `isNews`: neither has heard of it in this state.
 */
export async function replyWasWritten(
  tx: Tx,
  review: Review,
  { isHeld, isNews }: { isHeld: boolean; isNews: boolean },
): Promise<void> {
  const { id, case_id, patient_id, kine_id } = review;
  await publishReview(tx, case_id, [patient_id, kine_id]);
  if (!isHeld) await closeWhenNoneIsHeld(tx);
  if (!isNews) return;
  if (isHeld) await notifyAdmins(tx, "reply_held");
  else if (patient_id && (await isAuthorToHear(tx, review)))
    await notify(tx, { userId: patient_id, kind: "review_replied", caseId: case_id, reviewId: id });
}

/** Whether the author has heard of no answer to the review yet, and nobody blocks the other. */
async function isAuthorToHear(tx: Tx, { id, case_id, patient_id, kine_id }: Review): Promise<boolean> {
  const { rows } =
    await sql`select where not are_blocked(${patient_id}, ${kine_id}) and not is_case_blocked(${case_id}, ${kine_id})
    and not exists (select from notifications where review_id = ${id} and user_id = ${patient_id} and kind = 'review_replied')`.execute(
      tx,
    );
  return rows.length > 0;
}

/** What follows when an admin hides an answer: the pages of both sides read again. */
export async function replyWasHidden(tx: Tx, { case_id, patient_id, kine_id }: Review): Promise<void> {
  await publishReview(tx, case_id, [patient_id, kine_id]);
  await closeWhenNoneIsHeld(tx);
}

/** To its author and its specialist a review is news of its case; to admins a number. */
async function publishReview(tx: Tx, caseId: string, people: readonly (string | null)[]): Promise<void> {
  await publish(tx, ["counts", "admins"], ...people.map((person) => ["case", person, caseId] as const));
}

async function closeWhenNoneIsHeld(tx: Tx): Promise<void> {
  const held = await tx
    .selectFrom("review_replies")
    .select("review_id")
    .where("held_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  if (!held) await closeNotifications(tx, { kinds: ["reply_held"] });
}
