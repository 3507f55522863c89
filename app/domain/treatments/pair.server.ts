import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";
import { lockPair, mustBePair, type Pair } from "../bookings/pair.server.ts";

/**
 * The two people of a treatment in course, locked as for an act on their bookings. Throws NOT_FOUND, and TREATMENT_OVER once it was ended or
 * the two are no longer in contact.
 */
export async function mustTreat(tx: Tx, viewer: string, id: string): Promise<Pair> {
  const found = await mustBePair(tx, viewer, id);
  await lockPair(tx, found);
  const pair = await mustBePair(tx, viewer, id);
  const { rows } = await sql`select from treatments where match_id = ${id} and ended_at is not null`.execute(tx);
  if (!pair.can_book || rows.length > 0) throw new AppError("TREATMENT_OVER");
  return pair;
}
