import { sql } from "kysely";

/** Joins the newest message of an application `m`, if any, as `newest`. */
export const newestMessage = sql`left join lateral
  (select id, created_at from messages where match_id = m.id order by id desc limit 1) newest on true`;

/** The last entry of a conversation: its newest message, or the application itself. */
export const LAST = sql`coalesce(newest.id, m.id) as last_id, coalesce(newest.created_at, m.created_at) as last_at`;

/**
 * The condition that a conversation follows the one whose last entry has this id, in the order of dates and then of ids. Once that entry is gone, its
 * id stands for its date.
 */
export const followsLast = (id: string) => sql<boolean>`coalesce((m.last_at, m.last_id) < (
  select created_at, id from messages where id = ${id}::uuid
  union all select created_at, id from matches where id = ${id}::uuid), m.last_id < ${id}::uuid)`;
