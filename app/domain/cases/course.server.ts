import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { publish } from "../../platform/live/publish.server.ts";
import { noteTombstone } from "../../platform/storage/tombstones.server.ts";
import { endBookings } from "../bookings/end-bookings.server.ts";
import { countPublication, countStep } from "../flow/count-step.server.ts";
import { lookForSeat } from "../matches/seats.server.ts";
import { lookAtTreatment } from "../treatments/look-at-treatment.server.ts";
import type { Kind } from "../notifications/notification.ts";
import { publishToKines } from "./publish-to-kines.server.ts";
import { reportedWasEdited } from "../reports/course.server.ts";
import { lookAtCase } from "../service-levels/look-at-cases.server.ts";
import { voidAlerts } from "../service-levels/void-alerts.server.ts";

/** A case and its patient, who may have left. What a deletion takes along is said by the triggers of the table. */
type Case = { id: string; patient_id: string | null };

/** What follows from a new case: it is counted, specialists see it, and its levels begin. */
export async function published(tx: Tx, { id, patient_id }: Case): Promise<void> {
  await countPublication(tx, id);
  await publishStatus(tx, { id, patient_id });
  await lookAtCase.run(tx, { id });
}

/** What follows from a withdrawal, said before the row is deleted: it is counted. The triggers of the table say the rest. */
export const withdrawn = (tx: Tx, id: string): Promise<void> => countStep(tx, id, "withdrawn");

/** What follows from the first acceptance. A dormant case is awake by it, and may have a seat for who waits. */
export async function matched(tx: Tx, { id, patient_id }: Case, wasDormant: boolean): Promise<void> {
  await publishStatus(tx, { id, patient_id });
  if (wasDormant) await lookForSeat.run(tx, { case_id: id });
}

/** What follows when the last acceptance was taken back: the case is on offer, as a new one. */
export async function reopened(tx: Tx, { id, patient_id }: Case): Promise<void> {
  await publishStatus(tx, { id, patient_id });
  await noteReturn.run(tx, { id });
  await lookAtCase.run(tx, { id });
}

/** What follows from a closing: nothing waits for it any more, and what was booked ends. `by` closed it; null for an admin, whose reason applicants read. */
export async function closed(tx: Tx, { id, patient_id }: Case, by: string | null): Promise<void> {
  await countStep(tx, id, "closed");
  await publishStatus(tx, { id, patient_id });
  await endNotifications.run(tx, { id, kinds: `{${OVER_WHEN_CLOSED.join()}}`, patient_id });
  if (by === null) await publishToKines(tx, { case_id: id }, "application");
  await endBookings(tx, id, by, by !== null);
  await lookAtTreatment.run(tx, { id, days: 0 });
  await noteTombstone(tx, "closed", id);
}

/** What follows from an edit. Words and facts are read by every specialist, studies by who applied. */
export async function edited(tx: Tx, { id, patient_id }: Case, what: "words" | "studies"): Promise<void> {
  await publish(tx, ["case", patient_id, id]);
  if (what === "studies") {
    await publishToKines(tx, { case_id: id }, "application");
    return;
  }
  await publish(tx, ["cases", "kines"]);
  await reportedWasEdited(tx, id);
}

/** What follows when a case is taken out of the lists of specialists, who are invited no more. */
export async function fellAsleep(tx: Tx, { id, patient_id }: Case): Promise<void> {
  await countStep(tx, id, "slept");
  await publishLists(tx, { id, patient_id });
  await endNotifications.run(tx, { id, kinds: `{${OVER_WHEN_DORMANT.join()}}`, patient_id: null });
  await voidAlerts.run(tx, { case_id: id });
}

/** What follows when a dormant case comes back into the lists. */
export async function wokeUp(tx: Tx, { id, patient_id }: Case): Promise<void> {
  await publishLists(tx, { id, patient_id });
  await noteReturn.run(tx, { id });
  await lookForSeat.run(tx, { case_id: id });
  await lookAtCase.run(tx, { id });
}

const OVER_WHEN_DORMANT: readonly Kind[] = ["case_in_zone", "case_invitation"];
const OVER_WHEN_CLOSED: readonly Kind[] = [...OVER_WHEN_DORMANT, "application_unanswered", "nobody_wrote_kine"];

const publishStatus = (tx: Tx, of: Case): Promise<void> => publish(tx, ["counts", "admins"], ...listsOf(of));
const publishLists = (tx: Tx, of: Case): Promise<void> => publish(tx, ...listsOf(of));
const listsOf = ({ id, patient_id }: Case) =>
  [
    ["cases", "kines"],
    ["case", patient_id, id],
  ] as const;

const DEFERRED = { isDeferred: true } as const;

/** Ends the open notifications of these kinds about a case, and all of its patient. */
const endNotifications = prepared(
  "case's notifications",
  (_, { id, kinds, patient_id }: Case & { kinds: string }) =>
    // In the order in which a person reads them.
    sql`update notifications n set done_at = now() from (select id from notifications where case_id = ${id}::uuid and seen_at is null
      and done_at is null and (user_id = ${patient_id}::uuid or kind = any(${kinds}::text[])) order by id for no key update) o where n.id = o.id`,
  DEFERRED,
);

/** A case that is on offer again answers whether its patient still looks. */
const noteReturn = prepared(
  "case's return",
  (db, { id }: { id: string }) =>
    db
      .updateTable("case_levels")
      .set({ answered_at: sql`now()` })
      .where("case_id", "=", id)
      .where("asked_at", "is not", null)
      .where("answered_at", "is", null),
  DEFERRED,
);
