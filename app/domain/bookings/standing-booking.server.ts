import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { BUENOS_AIRES } from "../../shared/text/calendar-days.ts";
import { asWall } from "./booking-rows.server.ts";
import { STANDINGS } from "./booking.ts";

/**
 * The turno that says how an accepted application stands for its specialist: what waits for their answer, else the next one, else the last, else
 * that one of the two said that they agreed without the program, and when.
 * `local_start` is a wall time of `zone`, of a proposed change the new one.
 */
export const StandingBooking = z.strictObject({
  standing: z.enum(STANDINGS),
  local_start: z.string(),
  zone: z.string(),
});
export type StandingBooking = z.output<typeof StandingBooking>;

const LONGEST_MIN = 180;
const isOpen = sql`(b.state = 'requested' or b.moved_by is not null)`;
const isAsked = sql`(${isOpen} and coalesce(b.moved_by, b.asked_by) = 'patient')`;

/** The same of an application as a column; null without any. It reads the index of the application's bookings twice at most. */
export const standingBooking = (match: RawBuilder<unknown>) => sql<StandingBooking | null>`(
  (select json_build_object('zone', b.zone, 'local_start', ${asWall(sql`coalesce(b.moved_to at time zone b.zone, b.local_start)`)},
      'standing', case when ${isAsked} then 'asked' when ${isOpen} then 'proposed' else 'agreed' end)
    from bookings b where b.match_id = ${match} and b.state in ('requested', 'confirmed')
      and b.starts_at > now() - make_interval(mins => ${sql.lit(LONGEST_MIN)}) and b.starts_at > now() - make_interval(mins => b.minutes)
    order by ${isAsked} desc, b.starts_at limit 1)
  union all
  (select json_build_object('zone', b.zone, 'local_start', ${asWall(sql`b.local_start`)},
      'standing', case b.state when 'held' then 'held' when 'no_show' then 'missed' else 'unmarked' end)
    from bookings b where b.match_id = ${match} and b.state in ('confirmed', 'held', 'no_show') and b.disputed_at is null and b.starts_at <= now()
    order by b.starts_at desc limit 1)
  union all
  (select json_build_object('zone', ${sql.lit(BUENOS_AIRES)}, 'local_start', ${asWall(sql`l.coordinated_at at time zone ${sql.lit(BUENOS_AIRES)}`)}, 'standing', 'outside')
    from match_levels l where l.match_id = ${match} and l.coordinated_at is not null)
  limit 1)`;
