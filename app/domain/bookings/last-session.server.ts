import { sql } from "kysely";
import { relationOf } from "../cases/case-access.server.ts";

/**
 * "2026-12-03T18:00": the wall time of the last turno of a matched case `c`, held or not marked, with who is in contact with its patient; null
 * while one is ahead or waits for an answer.
 */
export const lastSession = sql<string | null>`(
  select case when not coalesce(bool_or(b.state in ('requested', 'confirmed') and s.ends_at > now()), false)
    then to_char(max(b.local_start) filter (where b.state in ('confirmed', 'held') and b.disputed_at is null), 'YYYY-MM-DD"T"HH24:MI') end
  from matches m join lateral ${relationOf("m.id")} a on true join bookings b on b.match_id = m.id
    cross join lateral (select b.starts_at + make_interval(mins => b.minutes) as ends_at) s
  where m.case_id = c.id and c.status = 'matched' and m.status = 'accepted' and a.access = 'accepted')`.as(
  "last_session",
);
