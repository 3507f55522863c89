import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";

/** An event from the database: what changed, and for which audience (a digest). */
export const Notice = z.object({
  to: z.string(),
  type: z.enum(["counts", "seen", "cases", "case", "application", "booking", "message", "inbox", "person", "session"]),
  case_id: z.uuid().optional(),
});
export type Notice = z.infer<typeof Notice>;

/**
 * A reader's position: everything that this snapshot sees has been read. It holds the time of that server's clock and identifies the
 * server's run, since a crash or a failover reuses the ids of lost transactions.
 */
export const Position = z.object({ server: z.string(), snapshot: z.string(), at: z.number() });
export type Position = z.infer<typeof Position>;

type Found = Position & { events: unknown[] };

/** Half of the retention of events, since an event carries the time it was written and not the time it was committed. */
const LONGEST_AWAY_S = 30 * 60;

/** The digest by which the table stores an audience: a person, a session, "admins" or "kines". */
export const digestOf = (audience: string): string => createHash("sha256").update(audience).digest("hex").slice(0, 32);

/** Names the server's run. A crash ends it, and so does a failover. */
export const serverRun = sql<string>`concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
  extract(epoch from pg_stat_get_bgwriter_stat_reset_time()))`;

/**
 * Selects the current position and the events that became visible since another: of every audience, or of some digests, at most `most` + 1.
 * Exact for transactions of any duration: a transaction that a snapshot did not see had not begun or was in progress.
 */
export function eventsSince(position: Position | null, most: number, digests?: readonly string[]): RawBuilder<Found> {
  const snapshot = sql`${position?.snapshot ?? null}::pg_snapshot`;
  const audiences = digests?.map((digest) => Buffer.from(digest, "hex"));
  // Rows with future transaction ids were copied from another cluster. Ends of sessions come first: an ended session must receive nothing
  // more.
  return sql<Found>`
    with found as (
      select distinct audience, type, case_id from live_events
      where (transaction_id >= pg_snapshot_xmax(${snapshot}) or transaction_id = any(array(select pg_snapshot_xip(${snapshot}))))
        and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
        ${audiences ? sql`and audience = any(${audiences}::bytea[])` : sql``}
      limit ${most + 1}::int
    )
    select ${serverRun} as server,
      pg_current_snapshot()::text as snapshot, extract(epoch from now())::float as at,
      (select coalesce(json_agg(json_strip_nulls(json_build_object('to', encode(audience, 'hex'), 'type', type, 'case_id', case_id))
        order by type = 'session' desc), '[]') from found) as events`;
}

/** The events since a position; null when they cannot be determined, or are too many. */
export function eventsBetween(position: Position | null, most: number, { server, at, events }: Found): Notice[] | null {
  if (!position || position.server !== server || at - position.at > LONGEST_AWAY_S || events.length > most) return null;
  // Ignores event types that only a newer version of the app knows.
  return events.flatMap((event) => Notice.safeParse(event).data ?? []);
}
