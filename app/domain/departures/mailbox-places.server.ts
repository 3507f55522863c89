import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { lockMailbox } from "./spent-budgets.server.ts";

/** How many accounts may prove one mailbox: a family or the desk of a practice. */
const MOST_OF_MAILBOX = 5;

/**
 * Whether an account may prove its mailbox, however its address is spelt: it has before, an admin made it, it moved in, or fewer than
 * `MOST_OF_MAILBOX` others have; with `email`, that of another address. Those that moved to another address count as well, or each would leave its place to the next. Proofs of one
 * mailbox wait for each other.
 */
export async function hasPlace(tx: Tx, person: string, email: string | null = null): Promise<boolean> {
  const user = await tx
    .selectFrom("auth.users")
    .select(sql<string>`mailbox_key(coalesce(${email}::text, email))`.as("mailbox"))
    .where("id", "=", person)
    .executeTakeFirstOrThrow();
  await lockMailbox(tx, user.mailbox);
  const { rows } = await sql<{ is_free: boolean }>`with proven as (
      select id from auth.users where mailbox_key(email) = ${user.mailbox} and email_confirmed_at is not null
      union select user_id from former_mailboxes where mailbox = ${user.mailbox})
    select (select count(*) from proven) < ${MOST_OF_MAILBOX}::int or exists (select from proven where id = ${person})
      or exists (select from auth.users where id = ${person} and invited_by is not null)
      or exists (select from moved_rows where person_id = ${person} and kind = 'user' and not is_merged) as is_free`.execute(
    tx,
  );
  return rows[0]?.is_free ?? false;
}
