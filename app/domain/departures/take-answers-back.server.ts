import { sql } from "kysely";
import { recordEvent } from "../../auth/core/audit.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";

type Answer = { id: string; kine_id: string; earlier_id: string; is_same: boolean; had_passed: boolean };

/**
 * Takes back what an account answered about whose stars are since a time: stars that passed go back to the deleted account, those that it took away pass again,
 * and what nobody had answered before is asked again.
 */
export async function takeAnswersBack(tx: Tx, answeredBy: string, since: Date): Promise<void> {
  // Those that passed first: the stars of an account are one other account's.
  const { rows } = await sql<Answer>`
    select id, kine_id, coalesce(departure_id, id) as earlier_id, is_same, shown_count > 0 as had_passed from star_answers
    where answered_by = ${answeredBy} and answered_at > ${since}::timestamptz order by is_same desc, id for update`.execute(
    tx,
  );
  for (const { id, kine_id, earlier_id, is_same, had_passed } of rows) {
    const passesAgain = !is_same && had_passed;
    if (is_same || passesAgain) {
      await sql`select answer_departure(${kine_id}::uuid, ${earlier_id}::uuid, ${passesAgain})`.execute(tx);
      const event = passesAgain ? "past_confirmed" : "past_denied";
      await recordEvent(tx, { event, user_id: kine_id, actor_id: null });
    }
    if (!passesAgain)
      await tx.deleteFrom("star_answers").where("id", "=", id).where("departure_id", "is not", null).execute();
  }
}
