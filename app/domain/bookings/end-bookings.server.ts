import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { lookAtAgenda } from "../agendas/look-at-agenda.server.ts";
import { closeNotifications, notify } from "../notifications/notify.server.ts";
import { type Agreed, bookingsCancelled } from "./course.server.ts";
import { lookAtBookings } from "./look-at-bookings.server.ts";

type Ahead = Agreed & { other_id: string; is_of_kine: boolean };

/** The applications of a person, of a case, or one by its id: each found by an index. */
const matchesOf = (
  id: string,
) => sql`select id from matches where id = ${id} union select id from matches where case_id = ${id}
  union select id from matches where kine_id = ${id} union select m.id from cases c join matches m on m.case_id = c.id where c.patient_id = ${id}`;

/** What a person, or an application or a case, has ahead, by application. */
async function aheadOf(tx: Tx, id: string): Promise<Ahead[]> {
  const { rows } = await sql<Ahead>`
    select m.id as match_id, m.case_id, m.kine_id, c.patient_id, array_agg(b.id order by b.id) as ids,
      case when m.kine_id = ${id} then c.patient_id else m.kine_id end as other_id, m.kine_id = ${id} as is_of_kine
    from matches m join cases c on c.id = m.case_id join bookings b on b.match_id = m.id
    where m.id in (${matchesOf(id)}) and b.state in ('requested', 'confirmed') and b.starts_at > now()
    group by m.id, c.patient_id order by m.kine_id, m.id`.execute(tx);
  return rows;
}

/**
 * Cancels what lies ahead of an application, a case or a person once the two are no longer in contact: after a block, a closed case, an
 * acceptance that was taken back, a withdrawn consent or another role. Call it in the transaction of that cause, after it. `by` did it, and is
 * not told; null where an admin did. `canBeLate`: a patient who closes the case, takes the acceptance back or blocks is late as one who cancels;
 * a withdrawn consent never is, since the law attaches no consequence to it.
 */
export async function endBookings(tx: Tx, id: string, by: string | null, canBeLate = false): Promise<void> {
  await lockAgendasOf(tx, id);
  for (const of of await aheadOf(tx, id)) {
    const { rows } = await sql`select where keeps_bookings(${of.match_id})`.execute(tx);
    if (rows.length > 0) continue;
    const side = by === of.kine_id ? "kine" : by === of.patient_id ? "patient" : null;
    await bookingsCancelled(tx, of, side, canBeLate);
  }
}

/** A booking is made under the agenda's lock: what was booked meanwhile is seen after it. */
async function lockAgendasOf(tx: Tx, id: string): Promise<void> {
  await sql`select from agendas where kine_id in (select m.kine_id from matches m where m.id in (${matchesOf(id)}) and m.status <> 'proposed') order by kine_id for no key update`.execute(
    tx,
  );
}

/**
 * Before the deletion of an account, with which its bookings go: those who have one with the person ahead are told. The notification refers to
 * nothing that goes too.
 */
export async function leaveBookings(tx: Tx, personId: string): Promise<void> {
  // In the order of ids, before any notification: two partners who delete their accounts at once would each wait for the other's row.
  const people = [personId, ...(await aheadOf(tx, personId)).map(({ other_id }) => other_id)];
  await sql`select from profiles where id = any(${people}::uuid[]) order by id for no key update`.execute(tx);
  const ahead = await aheadOf(tx, personId);
  // In the order of ids, as everybody who locks several agendas.
  for (const kine of [...new Set(ahead.map(({ kine_id }) => kine_id))].toSorted()) await lookAtAgenda(tx, kine);
  const others = new Map(ahead.map(({ other_id, is_of_kine }) => [other_id, is_of_kine]));
  for (const [userId, isOfKine] of others)
    await notify(tx, { userId, kind: isOfKine ? "booking_cancelled" : "booking_cancelled_kine" });
}

const DOUBTS = ["booking_in_doubt", "booking_in_doubt_kine"] as const;

/** After a suspension has ended: nothing is in doubt any more. */
export async function settleDoubts(tx: Tx, personId: string): Promise<void> {
  for (const { match_id } of await aheadOf(tx, personId))
    await closeNotifications(tx, { kinds: DOUBTS, matchId: match_id });
}

/**
 * After a suspension: those who have a booking with the person ahead are told at once. Each is cancelled 24 hours before it by its job, unless the
 * suspension ends in time.
 */
export async function doubtBookings(tx: Tx, personId: string): Promise<void> {
  for (const of of await aheadOf(tx, personId)) {
    const kind = of.is_of_kine ? "booking_in_doubt" : "booking_in_doubt_kine";
    await notify(tx, { userId: of.other_id, kind, matchId: of.match_id, caseId: of.case_id });
    await lookAtBookings(tx, of.ids);
  }
}
