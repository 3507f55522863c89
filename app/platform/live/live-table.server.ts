import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";

/** What the database tells: what changed, and for whom (the digest of an audience). */
export const Notice = z.object({
  to: z.string(),
  type: z.enum(["counts", "seen", "cases", "case", "application", "person", "session"]),
  case_id: z.uuid().optional(),
});
export type Notice = z.infer<typeof Notice>;

/**
 * How far somebody has read: what they saw was what this snapshot sees, of this run of this server (after a crash or a
 * failover the numbers of transactions that came to nothing are given again), at this second of its clock.
 */
export const Position = z.object({ server: z.string(), snapshot: z.string(), at: z.number() });
export type Position = z.infer<typeof Position>;

type Found = Position & { events: unknown[] };

/** Half of the time that events are kept, since the hour of one counts from its writing and not from its commit. */
const LONGEST_AWAY_S = 30 * 60;

/** How the table writes a person, a session, "admins" or "kines". */
export const digestOf = (audience: string): string =>
  createHash("sha256").update(audience).digest("hex").slice(0, 32);

/**
 * Asks for the position of now, and what became visible since another: of everybody, or of some digests, up to one more than
 * `most`. Exact however long a transaction was open: what a snapshot did not see had not begun or was under way.
 */
export function eventsSince(position: Position | null, most: number, digests?: readonly string[]): RawBuilder<Found> {
  const snapshot = sql`${position?.snapshot ?? null}::pg_snapshot`;
  const audiences = digests?.map((digest) => Buffer.from(digest, "hex"));
  // Rows of transactions to come are another cluster's, from which these were copied. Ends of sessions are first: whose is
  // over hears nothing more.
  return sql<Found>`
    with told as (
      select distinct audience, type, case_id from live_events
      where (transaction_id >= pg_snapshot_xmax(${snapshot}) or transaction_id = any(array(select pg_snapshot_xip(${snapshot}))))
        and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
        ${audiences ? sql`and audience = any(${audiences}::bytea[])` : sql``}
      limit ${most + 1}::int
    )
    select concat_ws(' ', extract(epoch from pg_postmaster_start_time()), extract(epoch from pg_stat_get_bgwriter_stat_reset_time())) as server,
      pg_current_snapshot()::text as snapshot, extract(epoch from now())::float as at,
      (select coalesce(json_agg(json_strip_nulls(json_build_object('to', encode(audience, 'hex'), 'type', type, 'case_id', case_id))
        order by type = 'session' desc), '[]') from told) as events`;
}

/** The events of an answer that goes on from where somebody was; null when it cannot be said what happened between, or was too much. */
export function eventsBetween(position: Position | null, most: number, { server, at, events }: Found): Notice[] | null {
  if (!position || position.server !== server || at - position.at > LONGEST_AWAY_S || events.length > most) return null;
  // What a newer version tells besides is told to its own readers.
  return events.flatMap((event) => Notice.safeParse(event).data ?? []);
}
