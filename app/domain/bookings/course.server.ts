import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { lookAtAgenda } from "../agendas/look-at-agenda.server.ts";
import { lookAtCalendars } from "../calendars/look-at-calendars.server.ts";
import { publishToPair } from "../cases/publish-to-kines.server.ts";
import { lookAtTreatment } from "../treatments/look-at-treatment.server.ts";
import { closeNotifications, notify } from "../notifications/notify.server.ts";
import type { Kind } from "../notifications/notification.ts";
import { lookAtAuthorisations } from "../treatments/authorisation-levels.server.ts";
import { type BookingSide, otherSide } from "./booking.ts";
import { lookAtBookings, lookAtNewBookings } from "./look-at-bookings.server.ts";
import type { Level } from "./levels.ts";

/** The people of some bookings, which are of one application. */
export type Agreed = { match_id: string; case_id: string; kine_id: string; patient_id: string; ids: readonly string[] };

/** Notifies one side of an application about its bookings. What a notification says is read from the bookings as they are. */
async function tell(tx: Tx, { match_id, case_id, ...of }: Agreed, side: BookingSide, kind: Kind): Promise<void> {
  const userId = side === "patient" ? of.patient_id : of.kine_id;
  await notify(tx, { userId, kind, matchId: match_id, caseId: case_id });
}

/** Tells the open screens of both, and finds the specialist's next free time again. What stands goes with the contact: its end is told too. */
async function timesChanged(tx: Tx, of: Agreed): Promise<void> {
  await publishToPair(tx, of, "booking", { evenEnded: true });
  await lookAtAgenda(tx, of.kine_id);
}

/** What follows from a request, or from bookings that were confirmed at once. */
export async function bookingsAsked(tx: Tx, of: Agreed, by: BookingSide, isInstant: boolean): Promise<void> {
  await timesChanged(tx, of);
  if (by === "kine") await tell(tx, of, "patient", "booking_proposed");
  else await tell(tx, of, "kine", isInstant ? "booking_made" : "booking_requested");
  await lookAtNewBookings(tx, of.ids);
  if (isInstant) await lookAtCalendars(tx, of.ids);
}

/** What follows from a yes: to a request, or to another time. */
export async function bookingsConfirmed(tx: Tx, of: Agreed, by: BookingSide): Promise<void> {
  await timesChanged(tx, of);
  await tell(tx, of, otherSide(by), by === "kine" ? "booking_confirmed" : "booking_answered");
  await lookAtBookings(tx, of.ids);
  await lookAtCalendars(tx, of.ids);
}

/** What follows when the instants of bookings follow their wall times: calendars hold instants, people read the wall times that stay. */
export async function bookingsRezoned(tx: Tx, of: Agreed): Promise<void> {
  await timesChanged(tx, of);
  await lookAtBookings(tx, of.ids);
  await lookAtCalendars(tx, of.ids);
}

/** What follows from a no to a request, or to another time. */
export async function bookingsDeclined(tx: Tx, of: Agreed, by: BookingSide): Promise<void> {
  await timesChanged(tx, of);
  await tell(tx, of, otherSide(by), by === "kine" ? "booking_declined" : "booking_answered");
  await lookAtBookings(tx, of.ids);
}

/** What follows when a side takes its own request back: the other, who may have been told, sees it go. */
export const bookingsWithdrawn = (tx: Tx, of: Agreed): Promise<void> => timesChanged(tx, of);

/** What follows when a side proposes another time. */
export async function bookingMoved(tx: Tx, of: Agreed, by: BookingSide): Promise<void> {
  await timesChanged(tx, of);
  await tell(tx, of, otherSide(by), by === "kine" ? "booking_proposed" : "booking_moved");
  await lookAtBookings(tx, of.ids);
}

/** A request that nobody answered gives its time back, and its side is told. */
export async function bookingLapsed(tx: Tx, of: Agreed & { asked_by: BookingSide }): Promise<void> {
  await sql`update bookings set state = 'lapsed', ended_at = now(), answer_by = null, moved_to = null, moved_by = null
    where id = any(${of.ids}::uuid[])`.execute(tx);
  await timesChanged(tx, of);
  await tell(tx, of, of.asked_by, of.asked_by === "patient" ? "booking_declined" : "booking_answered");
}

/** Another time that nobody answered is given back; the booking stays where it was. */
export async function proposalDropped(tx: Tx, of: Agreed): Promise<void> {
  await sql`update bookings set moved_to = null, moved_by = null, answer_by = null where id = any(${of.ids}::uuid[])`.execute(
    tx,
  );
  await timesChanged(tx, of);
}

/**
 * Cancels bookings; both sides are told, but for the one who did it. `by` is null where the site does. A patient's own cancelling `canBeLate`:
 * within the notice that the booking was made with it is noted as such.
 */
export async function bookingsCancelled(tx: Tx, of: Agreed, by: BookingSide | null, canBeLate = false): Promise<void> {
  await sql`update bookings b set state = 'cancelled', ended_at = now(), ended_by = ${by}, answer_by = null, moved_to = null, moved_by = null,
      is_late = ${canBeLate && by === "patient"} and b.state = 'confirmed' and b.starts_at < now() + make_interval(hours => b.notice_hours)
    where b.id = any(${of.ids}::uuid[])`.execute(tx);
  await timesChanged(tx, of);
  if (by !== "patient") await tell(tx, of, "patient", "booking_cancelled");
  if (by !== "kine") await tell(tx, of, "kine", "booking_cancelled_kine");
  await lookAtCalendars(tx, of.ids);
}

/** What follows from a mark after a session: authorisations may come to their end, and the patient is asked how they are. A patient who is no longer in contact with the specialist is not told. */
export async function bookingMarked(tx: Tx, of: Agreed, as: "held" | "no_show"): Promise<void> {
  await publishToPair(tx, of, "booking", { evenEnded: true });
  await lookAtAuthorisations(tx, of.match_id);
  await lookAtTreatment.run(tx, { id: of.case_id, days: 0 });
  const { rows } = await sql`select where keeps_bookings(${of.match_id})`.execute(tx);
  if (as === "no_show" && rows.length > 0) await tell(tx, of, "patient", "booking_no_show");
}

/** What follows when the patient says that they came. */
export const bookingDisputed = (tx: Tx, of: Agreed): Promise<void> => publishToPair(tx, of, "booking");

const KIND_OF = { day: "booking_tomorrow", soon: "booking_soon" } as const;

/** Reminds of a booking. A specialist hears of a day once, for its first booking. A patient is asked later whether a session that nobody marks was the last. */
export async function tellLevel(tx: Tx, of: Agreed, level: Level): Promise<void> {
  if (level === "day" || level === "soon") {
    // The reminder of an earlier session, if unread, would hold this one back.
    await closeNotifications(tx, { kinds: [KIND_OF[level]], userId: of.patient_id, matchId: of.match_id });
    return tell(tx, of, "patient", KIND_OF[level]);
  }
  if (level === "marks") await lookAtTreatment.run(tx, { id: of.case_id, days: 0 });
  const { rows } =
    await sql`select from bookings b join bookings o on o.id = any(${of.ids}::uuid[]) and o.kine_id = b.kine_id
    where b.state = 'confirmed' and b.local_start::date = o.local_start::date and (b.starts_at, b.id) < (o.starts_at, o.id)
      and b.starts_at > o.starts_at - interval '1 day' limit 1`.execute(tx);
  if (rows.length === 0)
    await notify(tx, { userId: of.kine_id, kind: level === "list" ? "bookings_tomorrow" : "bookings_unmarked" });
}
