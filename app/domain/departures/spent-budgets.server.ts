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

/** What a person has used of the limits of a day and a week. */
const limitsOf = (person: string) => sql`select jsonb_build_object(
  'acts', (select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'id', a.id, 'at', a.at)), '[]') from (
      select 'at_once' as kind, id, at from acts_at_once where actor_id = ${person}
      union select 'case', id, at from cases_published where patient_id = ${person}
      union select 'report', id, created_at from reports where reporter_id = ${person}
      union select kind, id, at from earlier_acts where user_id = ${person}) a where a.at > now() - interval '1 day'),
  'alerts', (select coalesce(jsonb_agg(jsonb_build_object('kine_id', kine_id, 'day', day, 'at_once', at_once)), '[]')
    from patient_alert_days where patient_id = ${person} and day >= current_date - 1),
  'invited', (select coalesce(jsonb_agg(jsonb_build_object('kine_id', kine_id, 'at', at)), '[]')
    from invitations_made where patient_id = ${person} and at > now() - interval '7 days')) as spent`;

/** What still counts of the bookings of an account that is being deleted, and until when. */
const bookingsOf = (person: string) => sql`
  select jsonb_build_object('bookings', jsonb_agg(to_jsonb(b))) as spent,
    max(case when b.state in ('no_show', 'confirmed') then b.starts_at + interval '60 days' else b.created_at + interval '1 day' end) as kept_until
  from (
    select b.id as booking_id, b.kine_id, b.asked_by, left_state(b) as state, b.starts_at, b.created_at
      from cases c join matches m on m.case_id = c.id join bookings b on b.match_id = m.id where c.patient_id = ${person} and left_state(b) is not null
    union select booking_id, kine_id, asked_by, state, starts_at, created_at from left_bookings where patient_id = ${person}) b
  where is_leaving(${person}) having count(*) > 0`;

/**
 * Notes what an account that leaves its mailbox, or goes, has used of the limits of a day and a week, for its mailboxes that it has proven: for other
 * accounts of them at once, and under keyed hashes for those that come. Of one that goes also the sessions that it missed and the bookings that it
 * asked for; while it lives, its own rows count.
 */
export async function keepSpent(tx: Tx, secret: Secret, person: string): Promise<void> {
  const mailboxes = await lockMailboxesOf(tx, person);
  const used = await sql<{ spent: string; kept_until: Date }>`
    select spent::text, now() + interval '7 days' as kept_until from (${limitsOf(person)}) s where spent <> '{"acts": [], "alerts": [], "invited": []}'
    union all select spent::text, kept_until from (${bookingsOf(person)}) b`.execute(tx);
  if (used.rows.length === 0) return;
  for (const mailbox of mailboxes) {
    const { rows: others } = await sql<{ id: string }>`select p.id from auth.users u join profiles p on p.id = u.id
      where mailbox_key(u.email) = ${mailbox} and u.id <> ${person}`.execute(tx);
    for (const { spent } of used.rows) for (const { id } of others) await charge(tx, id, spent);
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
  const { rows } = await sql<{
    spent: string;
  }>`select s.spent::text from spent_budgets s cross join profiles p where p.id = ${person}
    and hash = ${hash} and kept_until > now()`.execute(tx);
  for (const { spent } of rows) await charge(tx, person, spent);
}

/** Counts for a person what another account of their mailbox has spent. */
async function charge(tx: Tx, person: string, spent: string): Promise<void> {
  const of = (kind: string) => sql`${spent}::jsonb -> ${sql.lit(kind)}`;
  await sql`insert into earlier_acts (user_id, kind, id, at)
    select ${person}, a.kind, a.id, a.at from jsonb_to_recordset(${of("acts")}) a (kind text, id uuid, at timestamptz) on conflict do nothing`.execute(
    tx,
  );
  await sql`insert into patient_alert_days as d (kine_id, patient_id, day, at_once)
    select p.id, ${person}, a.day, a.at_once from jsonb_to_recordset(${of("alerts")}) a (kine_id uuid, day date, at_once int) join profiles p on p.id = a.kine_id
    on conflict (kine_id, patient_id, day) do update set at_once = greatest(d.at_once, excluded.at_once)`.execute(tx);
  await sql`insert into invitations_made as i (patient_id, kine_id, at)
    select ${person}, p.id, a.at from jsonb_to_recordset(${of("invited")}) a (kine_id uuid, at timestamptz) join profiles p on p.id = a.kine_id
    on conflict (patient_id, kine_id) do update set at = greatest(i.at, excluded.at)`.execute(tx);
  await sql`insert into left_bookings (booking_id, kine_id, patient_id, asked_by, state, starts_at, created_at, is_carried)
    select b.booking_id, a.kine_id, ${person}, b.asked_by, b.state, b.starts_at, b.created_at, true
    from jsonb_to_recordset(${of("bookings")}) b (booking_id uuid, kine_id uuid, asked_by booking_side, state booking_state,
        starts_at timestamptz, created_at timestamptz) join agendas a on a.kine_id = b.kine_id
    on conflict do nothing`.execute(tx);
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
