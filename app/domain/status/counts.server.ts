import { sql } from "kysely";
import type { MaintenanceTask } from "../../platform/maintenance.server.ts";
import type { Clock } from "../../platform/clock.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { settingFrom } from "../settings/settings-input.ts";

/** The number of days of cases shown. */
const DAYS = 14;
/** A message is retried for about four days: waiting messages are younger than this, and older failures no longer matter. */
const MESSAGE_DAYS = 7;
const ZONE = "America/Argentina/Buenos_Aires";
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The smallest id that a row of the last `days` can have. Ids begin with a timestamp, so the primary key serves as a time index for a
 * recent window, at any table size.
 */
const idSince = (days: number, clock: Pick<Clock, "now">) =>
  `${Math.floor(clock.now() - (days + 1) * DAY_MS)
    .toString(16)
    .padStart(12, "0")
    .replace(/^.{8}/, "$&-")}-7000-8000-000000000000`;

/** The size, version and latest migration of the database, and its connections from all nodes with their limit. */
export async function databaseFigures(db: Database) {
  const row = await ofDatabase.first(db, {});
  if (!row) throw new Error("the database does not know itself");
  return row;
}

type OfDatabase = { version: string; migration: string; bytes: number; connections: number; most_connections: number };
const ofDatabase = prepared(
  "status.read database",
  () => sql<OfDatabase>`
    select current_setting('server_version') as version, (select max(name) from public.schema_migrations) as migration,
      pg_database_size(current_database())::float8 as bytes, pg_stat_get_db_numbackends(d.oid) as connections,
      current_setting('max_connections')::int as most_connections
    from pg_database d where d.datname = current_database()`,
);

/** The last success and failure of each periodic task, and how old a backup may be. */
export async function choreFigures(db: Database | Tx) {
  const row = await chores.first(db, {});
  if (!row) throw new Error("a single row is always there");
  const { max_hours, backup_bytes, ...moments } = row;
  return { ...moments, backup_bytes, backup_max_hours: settingFrom("backup_max_hours", max_hours ?? undefined) };
}

type Chores = Record<
  "removed_at" | "removal_failed_at" | "backed_up_at" | "backup_failed_at" | "verified_at" | "verification_failed_at",
  Date | null
>;
const chores = prepared(
  "status.read chores",
  () => sql<Chores & { max_hours: unknown; backup_bytes: number | null }>`
    select r.done_at as removed_at, r.failed_at as removal_failed_at, b.done_at as backed_up_at, b.failed_at as backup_failed_at,
      v.done_at as verified_at, v.failed_at as verification_failed_at,
      (b.detail->>'bytes')::float8 as backup_bytes, (select value from settings where key = 'backup_max_hours') as max_hours
    from (select) one
    left join chores r on r.name = ${"retention" satisfies MaintenanceTask}
    left join chores b on b.name = ${"backup" satisfies MaintenanceTask}
    left join chores v on v.name = ${"backup_verified" satisfies MaintenanceTask}`,
);

/** The number of waiting messages and the time of the oldest, and the last sent, the sent and the failures of the last seven days. */
export async function messageFigures(db: Database, clock: Pick<Clock, "now">) {
  return db
    .selectFrom("outgoing_messages")
    .select([
      sql<number>`count(*) filter (where sealed is not null)::int`.as("waiting"),
      sql<Date | null>`min(created_at) filter (where sealed is not null)`.as("oldest"),
      sql<Date | null>`max(sent_at)`.as("sent_at"),
      sql<number>`count(sent_at)::int`.as("sent"),
      // A mailbox that does not exist is its person's to correct.
      sql<number>`count(failed_at) filter (where bounce is distinct from 'hard')::int`.as("failed"),
    ])
    .where("id", ">=", idSince(MESSAGE_DAYS, clock))
    .executeTakeFirstOrThrow();
}

/** Sign-ins in each of the last 24 hours, and those refused by a rate limit; one refusal per hour and network is recorded. */
export const signInsByHour = (db: Database) => signIns.all(db, {});

const signIns = prepared(
  "status.read sign-ins",
  () => sql<{ hour: Date; signed_in: number; refused: number }>`
    with events as (
      select date_trunc('hour', at) as hour, event from auth.audit_events
      where at >= date_trunc('hour', now()) - interval '23 hours' and event in ('signed_in', 'sign_in_refused')
    )
    select h as hour, count(*) filter (where event = 'signed_in')::int as signed_in,
      count(*) filter (where event = 'sign_in_refused')::int as refused
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), '1 hour') h
    left join events on events.hour = h group by h order by h`,
);

/** The cases that proven mailboxes published on each of the last 14 days, and how many of them have an accepted specialist. */
export const casesByDay = (db: Database) => cases.all(db, {});

// One index range per day: computing the day of each case would cost more than the rest of the query.
const cases = prepared(
  "status.read cases",
  () => sql<{ day: string; published: number; filled: number }>`
    select d::date as day, published, filled
    from date_trunc('day', now() at time zone ${ZONE}) today,
      generate_series(today - interval '1 day' * ${DAYS - 1}::int, today, interval '1 day') d,
      lateral (
        select count(*)::int as published, count(accepted_kine_id)::int as filled from cases
        where (select w.is_counted from case_places w where w.case_id = cases.id) and created_at >= d at time zone ${ZONE} and created_at < (d + interval '1 day') at time zone ${ZONE}
      ) cases_of_day
    order by d`,
);
