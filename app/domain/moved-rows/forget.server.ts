import { sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";

/**
 * Forgets what was cut from a row that moved in once the row is gone, and empties the passwords of the old system that nobody entered in a
 * year: their people choose one by the recovery link.
 */
export async function forgetMoved(db: Database): Promise<void> {
  await sql`delete from moved_rows m where "left" is not null and case kind
      when 'case' then not exists (select from cases t where t.id = m.new_id)
      when 'match' then not exists (select from matches t where t.id = m.new_id)
      when 'review' then not exists (select from reviews t where t.id = m.new_id)
      when 'application' then not exists (select from kine_applications t where t.id = m.new_id) else false end`.execute(
    db,
  );
  await sql`update auth.users set encrypted_password = null where (encrypted_password like '$bcrypt-argon2id$%'
      or encrypted_password like '$moved-argon2id$%') and exists (select from move_in where loaded_at < now() - interval '1 year')`.execute(
    db,
  );
}
