import { sql } from "kysely";
import type { Signal } from "./review-words.ts";

/** The network of a session: an address, or what one household has of IPv6. */
const networkOf = (session: string) =>
  sql.raw(`network(set_masklen(${session}.ip, case family(${session}.ip) when 4 then 32 else 64 end))`);
const isBurst = (review: string) =>
  sql.raw(`${review}.stars = 5 and not ${review}.has_sessions and ${review}.created_at < (
    select p.created_at + interval '7 days' from profiles p where p.id = ${review}.patient_id)`);

/**
 * What an admin may want to look at in a review `r`: its author and specialist signed in from one network, or with one browser on it, or it is among
 * three of five stars within 48 hours, by accounts of less than a week without sessions. Nothing follows from it.
 */
export const signalsOf = sql<Signal[]>`array_remove(array[
  (select case when bool_or(a.user_agent = b.user_agent) then 'device' when count(*) > 0 then 'network' end
    from auth.sessions a join auth.sessions b on b.user_id = r.kine_id and ${networkOf("b")} = ${networkOf("a")} where a.user_id = r.patient_id),
  case when ${isBurst("r")} and exists (select from reviews s
      where s.kine_id = r.kine_id and s.created_at between r.created_at - interval '48 hours' and r.created_at and ${isBurst("s")}
        and (select count(*) from (select from reviews t where t.kine_id = r.kine_id and ${isBurst("t")}
          and t.created_at between s.created_at and s.created_at + interval '48 hours' limit 3) w) >= 3)
    then 'burst' end], null)`;
