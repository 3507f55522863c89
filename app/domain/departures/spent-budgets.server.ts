import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Secret } from "../../platform/crypto.server.ts";
import type { Tx } from "../../platform/database/database.server.ts";
import { departureSecret } from "./departure-keys.server.ts";

async function hashOf(tx: Tx, secret: Secret, mailbox: string): Promise<Buffer> {
  return createHmac("sha256", await departureSecret(tx, secret))
    .update(`mailbox\n${mailbox}`)
    .digest();
}

/** Accounts that come to a mailbox and go from it wait for each other: what one has used is not missed by the other. */
export const lockMailbox = (tx: Tx, mailbox: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('mailbox ' || ${mailbox}::text, 0))`.execute(tx);

/** Locks the mailboxes that an account has proven, and returns them. */
export async function lockMailboxesOf(tx: Tx, person: string): Promise<string[]> {
  const { rows } = await sql<{ mailbox: string }>`
    select mailbox_key(email) as mailbox from auth.users where id = ${person} and email_confirmed_at is not null
    union select mailbox from former_mailboxes where user_id = ${person} order by mailbox`.execute(tx);
  for (const { mailbox } of rows) await lockMailbox(tx, mailbox);
  return rows.map(({ mailbox }) => mailbox);
}

/**
 * Notes what an account that leaves its mailbox, or goes, has used of the limits of a day and a week, for its mailboxes that it has proven: for other
 * accounts of them at once, and under keyed hashes for those that come. Of one that goes also the sessions that it missed and the bookings that it
 * asked for; while it lives, its own rows count.
 */
export async function keepSpent(tx: Tx, secret: Secret, person: string): Promise<void> {
  const mailboxes = await lockMailboxesOf(tx, person);
  const used = await sql<{ spent: string; kept_until: Date }>`
    select spent::text, now() + interval '7 days' as kept_until from (select spent_budgets_of(${person}::uuid) as spent) s
      where spent <> '{"acts": [], "alerts": [], "invited": []}'
    union all select spent::text, kept_until from spent_bookings_of(${person}::uuid)`.execute(tx);
  if (used.rows.length === 0) return;
  for (const mailbox of mailboxes) {
    for (const { spent } of used.rows)
      await sql`select charge_budgets(p.id, ${spent}::jsonb) from auth.users u join profiles p on p.id = u.id
        where mailbox_key(u.email) = ${mailbox} and u.id <> ${person}`.execute(tx);
    const hash = await hashOf(tx, secret, mailbox);
    await tx
      .insertInto("spent_budgets")
      .values(used.rows.map((row) => ({ ...row, hash })))
      .execute();
  }
}

/** Counts for an account what earlier ones of its mailbox have used, whether its address is proven or not: it takes nothing from anybody else. */
export async function chargeSpent(tx: Tx, secret: Secret, person: string): Promise<void> {
  const user = await tx
    .selectFrom("auth.users")
    .select(sql<string>`mailbox_key(email)`.as("mailbox"))
    .where("id", "=", person)
    .executeTakeFirstOrThrow();
  await lockMailbox(tx, user.mailbox);
  const hash = await hashOf(tx, secret, user.mailbox);
  await sql`select charge_budgets(p.id, s.spent) from spent_budgets s cross join profiles p where p.id = ${person}
    and hash = ${hash} and kept_until > now()`.execute(tx);
}

/**
 * Notes that an account leaves a mailbox that it has proven for another one, before it does. What it wrote under an address that nobody proved is of
 * the mailbox that comes: anybody signs up with somebody else's.
 */
export async function leaveMailbox(tx: Tx, secret: Secret, person: string): Promise<void> {
  await keepSpent(tx, secret, person);
  await sql`delete from review_authors where review_id in (select r.id from auth.users u join reviews r on r.patient_id = u.id
    where u.id = ${person} and u.email_confirmed_at is null)`.execute(tx);
  await sql`insert into former_mailboxes as f (user_id, mailbox, proven_at)
    select id, mailbox_key(email), email_confirmed_at from auth.users where id = ${person} and email_confirmed_at is not null
    on conflict (user_id, mailbox) do update set left_at = now(), proven_at = least(f.proven_at, excluded.proven_at)`.execute(
    tx,
  );
}
