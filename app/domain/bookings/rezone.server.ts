import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { asRefusal } from "../../api/refusals.server.ts";
import { type Agreed, bookingsRezoned } from "./course.server.ts";

const start = sql`b.local_start at time zone b.zone`;
const moved = sql`b.moved_local at time zone b.zone`;
/** A booking `b` ahead whose instants are not those of its wall times by the rules that PostgreSQL has now. */
const isBehind = sql`b.state in ('requested', 'confirmed') and greatest(b.starts_at, ${start}) > now()
  and (b.starts_at <> ${start} or b.moved_to <> ${moved})`;

/**
 * After a change of the rules of a time zone: moves the instants of the bookings ahead to where their wall times are by now, an agenda a
 * transaction. Returns how many moved, and the specialists whose agenda was left as it is, since what was booked by the new rules holds one of
 * the times. Running it again moves nothing.
 */
export async function rezoneBookings(db: Database): Promise<{ moved: number; left: string[] }> {
  const { rows } = await sql<{
    kine_id: string;
  }>`select distinct b.kine_id from bookings b where ${isBehind} order by 1`.execute(db);
  const done = { moved: 0, left: [] as string[] };
  for (const { kine_id } of rows) {
    try {
      done.moved += await db.transaction().execute((tx) => rezone(tx, kine_id));
    } catch (error) {
      if (asRefusal(error)?.code !== "SLOT_TAKEN") throw error;
      done.left.push(kine_id);
    }
  }
  return done;
}

async function rezone(tx: Tx, kine: string): Promise<number> {
  await sql`select from agendas where kine_id = ${kine} for no key update`.execute(tx);
  const { rows: pairs } =
    await sql<Agreed>`select b.match_id, m.case_id, b.kine_id, c.patient_id, array_agg(b.id order by b.id) as ids
    from bookings b join matches m on m.id = b.match_id join cases c on c.id = m.case_id
    where b.kine_id = ${kine} and ${isBehind} group by b.match_id, m.case_id, b.kine_id, c.patient_id order by b.match_id`.execute(
      tx,
    );
  const ids = pairs.flatMap((pair) => pair.ids);
  // One of them may move to where another one is still.
  await sql`delete from booking_claims where booking_id = any(${ids}::uuid[])`.execute(tx);
  // What was settled of the reminders moves along, so that none comes twice and none is lost.
  await sql`update bookings b set starts_at = ${start}, moved_to = ${moved}, answer_by = case when b.answer_by is not null then least(b.answer_by, greatest(${start}, ${moved})) end,
    levels_until = b.levels_until + (${start} - b.starts_at) where b.id = any(${ids}::uuid[])`.execute(tx);
  for (const pair of pairs) await bookingsRezoned(tx, pair);
  return ids.length;
}
