import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

/** People who moved in and have their account still: all, those who signed in since, those without a password, those who were told. */
export type MoveFigures = { loaded_at: Date; people: number; entered: number; without_password: number; told: number };

/** How far the move is; null where nobody moved in. */
export async function moveFigures(db: Database): Promise<MoveFigures | null> {
  const move = await db.selectFrom("move_in").select("loaded_at").where("only_row", "=", true).executeTakeFirst();
  if (!move) return null;
  const { rows } = await sql<Omit<MoveFigures, "loaded_at">>`select count(u.id)::int as people,
      count(*) filter (where u.last_sign_in_at > ${move.loaded_at})::int as entered,
      count(*) filter (where u.id is not null and u.encrypted_password is null)::int as without_password,
      count(m.told_at)::int as told
    from moved_rows m left join auth.users u on u.id = m.new_id where m.kind = 'user' and not m.is_merged`.execute(db);
  return rows[0] ? { ...move, ...rows[0] } : null;
}
