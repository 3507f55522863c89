import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { type BookingSide, type BookingState, MOST_OPEN_OF_PAIR } from "./booking.ts";
import { accountsOf, lockPair, mustBePair, type Pair } from "./pair.server.ts";

/** A booking that one of its people acts on, locked. */
export type Act = Pair & {
  id: string;
  place_id: string;
  series_id: string | null;
  state: BookingState;
  asked_by: BookingSide;
  sequence: number;
  minutes: number;
  moved_by: BookingSide | null;
  has_begun: boolean;
  /** Whether a question waits for an answer and its time is not over. */
  is_open: boolean;
};

/**
 * Locks a booking of the viewer's as they saw it, with its people and its agenda. Throws NOT_FOUND, and BOOKING_CHANGED when it is another by
 * now.
 */
export async function mustAct(
  tx: Tx,
  viewer: string,
  { id, sequence }: { id: string; sequence: number },
): Promise<Act> {
  const of = await tx.selectFrom("bookings").select("match_id").where("id", "=", id).executeTakeFirst();
  if (!of) throw new AppError("NOT_FOUND");
  const pair = await mustBePair(tx, viewer, of.match_id);
  await lockPair(tx, pair);
  const { rows } = await sql<
    Omit<Act, keyof Pair>
  >`select b.id, b.place_id, b.series_id, b.state, b.asked_by, b.sequence, b.minutes, b.moved_by,
      b.starts_at <= now() as has_begun, b.answer_by > now() as is_open
    from bookings b where b.id = ${id} for no key update`.execute(tx);
  const [found] = rows;
  if (!found) throw new AppError("NOT_FOUND");
  if (found.sequence !== sequence) throw new AppError("BOOKING_CHANGED");
  return { ...pair, ...found };
}

/** The booking, and with `following` the later ones of its series that are in the same state, in order; all are locked. */
export async function withFollowing(tx: Tx, { id, series_id, state }: Act, following: boolean): Promise<string[]> {
  if (!following || series_id === null) return [id];
  const { rows } = await sql<{ id: string }>`select s.id from bookings s join bookings b on b.id = ${id}
    where s.series_id = b.series_id and s.state = ${state} and s.starts_at >= b.starts_at and s.starts_at > now()
      and (s.state <> 'requested' or s.answer_by > now())
    order by s.id for no key update of s`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Throws TOO_MANY_BOOKINGS where a patient, in all accounts of their mailbox, has three proposals of another time that wait for this specialist,
 * whose agenda is locked: each holds a second time.
 */
export async function mustHoldFew(tx: Tx, { id, kine_id, patient_id }: Act): Promise<void> {
  const { rows } = await sql`select from bookings b join matches m on m.id = b.match_id join cases c on c.id = m.case_id
    where b.kine_id = ${kine_id} and c.patient_id in ${accountsOf(patient_id)} and b.moved_by = 'patient' and b.answer_by > now() and b.id <> ${id}
    limit ${MOST_OPEN_OF_PAIR}`.execute(tx);
  if (rows.length === MOST_OPEN_OF_PAIR) throw new AppError("TOO_MANY_BOOKINGS");
}
