import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";

const STARS = ["stars_taken", "stars_given"];

/**
 * Stores whether a departure was the specialist's own: with it go its stars, until an admin says that it was not. `earlierId` names the departure, or
 * the answer that has none.
 */
export async function passStars(tx: Tx, kineId: string, earlierId: string, isSame: boolean): Promise<void> {
  await sql`select from departures where id = ${earlierId} for update`.execute(tx);
  await sql`insert into star_answers (kine_id, departure_id, is_same, count, stars, shown_count, shown_stars, at, answered_by, answered_at)
    select ${kineId}, id, false, 0, 0, 0, 0, left_at, viewer_id(), now() from departures where id = ${earlierId} on conflict do nothing`.execute(
    tx,
  );
  const { id, departure_id, is_same, ...before } = await tx
    .selectFrom("star_answers")
    .select(["id", "departure_id", "is_same", "shown_count", "shown_stars"])
    .where("kine_id", "=", kineId)
    .where(sql<boolean>`${earlierId} in (departure_id, id)`)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (is_same === isSame) return;
  await sql`update star_answers set is_same = ${isSame}, answered_by = viewer_id(), answered_at = now() where id = ${id}`.execute(
    tx,
  );
  const { rows: passed } = await sql<typeof before>`
    update star_answers s set count = coalesce(d.ranked_count, d.review_count), stars = coalesce(d.ranked_stars, d.review_stars),
      shown_count = d.review_count, shown_stars = d.review_stars
    from departures d where ${isSame} and s.id = ${id} and d.id = s.departure_id returning s.shown_count, s.shown_stars`.execute(
    tx,
  );
  const { shown_count, shown_stars } = passed[0] ?? before;
  const what = `${kineId} ${earlierId}`;
  await sql`select note_state(${isSame ? "stars_given" : "stars_taken"}, ${STARS}::text[], ${what})
    where not ${isSame} or is_noted(${STARS}::text[], ${what})`.execute(tx);
  const sign = isSame ? 1 : -1;
  await sql`insert into kine_ratings as k (kine_id, count, stars) values (${kineId}, ${sign * shown_count}, ${sign * shown_stars})
    on conflict (kine_id) do update set count = k.count + excluded.count, stars = k.stars + excluded.stars`.execute(tx);
  await tx
    .updateTable("departure_authors")
    .set({ kine_id: isSame ? kineId : null, is_replaced: false })
    .where("departure_id", "=", departure_id)
    .execute();
  await sql`select settle_inherited(${kineId}, hash) from departure_authors where departure_id = ${departure_id}`.execute(
    tx,
  );
  await sql`select directory_follow(array[${kineId}::uuid])`.execute(tx);
}
