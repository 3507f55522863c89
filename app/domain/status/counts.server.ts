import { sql } from "kysely";
import type { MaintenanceTask } from "../../platform/maintenance.server.ts";
import type { Clock } from "../../platform/clock.server.ts";
import type { Database } from "../../platform/database/database.server.ts";

/** How far back one looks at the cases. */
const DAYS = 14;
/** A message is tried for some four days: whatever waits is younger than this, and what was given up before is history. */
const MESSAGE_DAYS = 7;
const ZONE = "America/Argentina/Buenos_Aires";
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The smallest id that a row of the last `days` can have. Ids begin with the time, so that a window of a table without an
 * index by time is a range of its primary key, whatever its length.
 */
const idSince = (days: number, clock: Pick<Clock, "now">) =>
  `${Math.floor(clock.now() - (days + 1) * DAY_MS).toString(16).padStart(12, "0").replace(/^.{8}/, "$&-")}-7000-8000-000000000000`;

/** How large the database is, how new, and how many connections of all nodes it has of how many. */
export async function databaseFigures(db: Database) {
  const { rows: [row] } = await sql<{ version: string; migration: string; bytes: number; connections: number; most_connections: number }>`
    select current_setting('server_version') as version, (select max(name) from public.schema_migrations) as migration,
      pg_database_size(current_database())::float8 as bytes, pg_stat_get_db_numbackends(d.oid) as connections,
      current_setting('max_connections')::int as most_connections
    from pg_database d where d.datname = current_database()`.execute(db);
  if (!row) throw new Error("the database does not know itself");
  return row;
}

/** When each chore was last done, and when it last failed. */
export async function choreFigures(db: Database) {
  const rows = await db.selectFrom("chores").select(["name", "done_at", "failed_at"]).execute();
  const of = (chore: MaintenanceTask) => rows.find(({ name }) => name === chore) ?? { done_at: null, failed_at: null };
  const [retention, backup] = [of("retention"), of("backup")];
  return {
    removed_at: retention.done_at, removal_failed_at: retention.failed_at, backed_up_at: backup.done_at, backup_failed_at: backup.failed_at,
  };
}

/** Messages that wait, since when, and those that were given up in the last seven days. */
export async function messageFigures(db: Database, clock: Pick<Clock, "now">) {
  return db.selectFrom("outgoing_messages").select([
    sql<number>`count(*) filter (where sealed is not null)::int`.as("waiting"),
    sql<Date | null>`min(created_at) filter (where sealed is not null)`.as("oldest"),
    sql<number>`count(failed_at)::int`.as("failed"),
  ]).where("id", ">=", idSince(MESSAGE_DAYS, clock)).executeTakeFirstOrThrow();
}

/** Sign-ins of each of the last 24 hours, and those that a limit turned away, of which one an hour and network is written down. */
export async function signInsByHour(db: Database) {
  const { rows } = await sql<{ hour: Date; signed_in: number; refused: number }>`
    with events as (
      select date_trunc('hour', at) as hour, event from auth.audit_events
      where at >= date_trunc('hour', now()) - interval '23 hours' and event in ('signed_in', 'sign_in_refused')
    )
    select h as hour, count(*) filter (where event = 'signed_in')::int as signed_in,
      count(*) filter (where event = 'sign_in_refused')::int as refused
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), '1 hour') h
    left join events on events.hour = h group by h order by h`.execute(db);
  return rows;
}

/** The cases published on each of the last 14 days, and how many of them have found their specialist. */
export async function casesByDay(db: Database) {
  // A range of an index a day: to say of each case on which day it was costs more than all the rest.
  const { rows } = await sql<{ day: string; published: number; filled: number }>`
    select d::date as day, published, filled
    from date_trunc('day', now() at time zone ${ZONE}) today,
      generate_series(today - interval '1 day' * ${DAYS - 1}::int, today, interval '1 day') d,
      lateral (
        select count(*)::int as published, count(accepted_kine_id)::int as filled from cases
        where created_at >= d at time zone ${ZONE} and created_at < (d + interval '1 day') at time zone ${ZONE}
      ) cases_of_day
    order by d`.execute(db);
  return rows;
}
