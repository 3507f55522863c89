import { sql } from "kysely";
import { z } from "zod";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { COUNTED_DAYS, FEW } from "./booking-counts.ts";

const count = z.int().nullable();
/** How many bookings, of all specialists together; null for fewer than `FEW`, which could be told apart. */
export const BookingCounts = z.strictObject({
  ahead: count,
  held: count,
  no_show: count,
  unmarked: count,
  cancelled: count,
});

const counted = (which: ReturnType<typeof sql>) =>
  sql`case when count(*) filter (where ${which}) >= ${FEW} then (count(*) filter (where ${which}))::int end`;

/** The bookings of some days before now and after. Sessions that were only noted, without a turno, do not count. */
export const bookingCounts = prepared(
  "today bookings",
  () => sql<z.infer<typeof BookingCounts>>`select
      ${counted(sql`starts_at > now() and state = 'confirmed'`)} as ahead,
      ${counted(sql`starts_at <= now() and state = 'held'`)} as held,
      ${counted(sql`starts_at <= now() and state = 'no_show'`)} as no_show,
      ${counted(sql`starts_at <= now() and state = 'confirmed'`)} as unmarked,
      ${counted(sql`starts_at <= now() and state = 'cancelled'`)} as cancelled
    from bookings where source = 'agenda'
      and starts_at between now() - make_interval(days => ${COUNTED_DAYS}) and now() + make_interval(days => ${COUNTED_DAYS})`,
);
