import { sql } from "kysely";
import type { Clock } from "../../server/clock.server.ts";
import type { Database } from "../../server/database.server.ts";

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
export async function casesByDay(db: Database, clock: Pick<Clock, "now">) {
  const { rows } = await sql<{ day: string; published: number; filled: number }>`
    with today as (select (now() at time zone ${ZONE})::date as day),
    published as (
      select (created_at at time zone ${ZONE})::date as day, count(*)::int as published, count(accepted_kine_id)::int as filled
      from cases where id >= ${idSince(DAYS, clock)} group by 1
    )
    select d::date as day, coalesce(published, 0) as published, coalesce(filled, 0) as filled
    from today, generate_series(today.day - ${DAYS - 1}::int, today.day, interval '1 day') d
    left join published on published.day = d::date order by d`.execute(db);
  return rows;
}
