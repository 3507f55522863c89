import { sql } from "kysely";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { passStars } from "./pass-stars.server.ts";
import { type Intruders, isOfIntruders } from "../moderation/intruders.server.ts";

type Answer = { id: string; kine_id: string; earlier_id: string; is_same: boolean; had_passed: boolean };

/**
 * Takes back what intruders answered about whose stars are: stars that passed go back to the deleted account, those that they took away pass again, unless somebody else passed
 * them on meanwhile, and what nobody had answered before is asked again.
 */
export async function takeAnswersBack(tx: Tx, intruders: Intruders): Promise<void> {
  // Those that passed first: the stars of an account are one other account's.
  const { rows } = await sql<Answer>`
    select id, kine_id, coalesce(departure_id, id) as earlier_id, is_same, shown_count > 0 as had_passed from star_answers
    where answered_at > ${intruders.since}::timestamptz and ${isOfIntruders(intruders, sql`answered_by`, sql`kine_id`)}
    order by is_same desc, id for update`.execute(tx);
  for (const { id, kine_id, earlier_id, is_same, had_passed } of rows) {
    const passesAgain = !is_same && had_passed;
    if (passesAgain && (await isOfAnother(tx, earlier_id))) continue;
    if (is_same || passesAgain) {
      await passStars(tx, kine_id, earlier_id, passesAgain);
      const event = passesAgain ? "past_confirmed" : "past_denied";
      await recordEvent(tx, { event, user_id: kine_id, actor_id: null });
    }
    if (passesAgain) await tx.updateTable("star_answers").set({ answered_at: null }).where("id", "=", id).execute();
    else await tx.deleteFrom("star_answers").where("id", "=", id).where("departure_id", "is not", null).execute();
  }
}

/** Whether the stars of an earlier account are somebody's. Locks it, as an answer does. */
async function isOfAnother(tx: Tx, earlier_id: string): Promise<boolean> {
  await sql`select from departures where id = ${earlier_id} for update`.execute(tx);
  const { rows } = await sql`select from star_answers where departure_id = ${earlier_id} and is_same`.execute(tx);
  return rows.length > 0;
}
