import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { addJob, defineJob } from "../../platform/jobs.server.ts";
import { QUIET_BY_DEFAULT } from "../notifications/notification.ts";
import { ago } from "../service-levels/level-times.server.ts";
import { bookingLapsed, bookingsCancelled, proposalDropped, tellLevel } from "./course.server.ts";
import { BOOKING_LEVEL } from "./look-at-bookings.server.ts";
import { lockBooking } from "./pair.server.ts";
import { type BookingNow, dueOfBooking } from "./levels.ts";

type Found = BookingNow & {
  match_id: string;
  case_id: string;
  kine_id: string;
  patient_id: string;
  asked_by: "patient" | "kine";
};

/**
 * The job of a booking: lapses what nobody answered, ends what may no longer be, and reminds. Reads the booking as it is now, so nothing follows
 * one that was cancelled or moved.
 */
export async function runBookingLevels({ db }: { db: Database }, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const found = await lockStanding(tx, id);
    if (!found) return;
    const { end, tell, next_s } = dueOfBooking(found);
    const one = { ...found, ids: [id] };
    if (end === "lapse") await bookingLapsed(tx, one);
    if (end === "cancel") await bookingsCancelled(tx, one, null);
    if (end === "drop proposal") await proposalDropped(tx, one);
    for (const level of tell) await tellLevel(tx, one, level);
    await settle.run(tx, { id });
    if (next_s !== null) await addJob(tx, bookingLevelJob, { id }, next_s);
  });
}

export const bookingLevelJob = defineJob(BOOKING_LEVEL.name, {
  priority: BOOKING_LEVEL.priority,
  run: runBookingLevels,
});

/** A booking that stands, locked with its people and its agenda; null for any other. */
async function lockStanding(tx: Tx, id: string): Promise<Found | null> {
  if (!(await lockBooking(tx, id))) return null;
  return (await stateNow.first(tx, { id })) ?? null;
}

type Timing = Record<"at" | "latest" | "from" | "until" | "zone", RawBuilder<unknown>>;

/**
 * When to send what is due at `at` and worth nothing from `latest` on: then, unless quiet hours would hold it until then; in that case a quarter of an hour before
 * they begin.
 */
export const beforeQuietHours = ({ at, latest, from, until, zone }: Timing) => sql<Date>`(
  select case when not (case when q.starts <= q.ends then q.here::time >= q.starts and q.here::time < q.ends
      else q.here::time >= q.starts or q.here::time < q.ends end)
    or (q.here::date + q.ends + case when q.here::time >= q.ends then interval '1 day' else '0' end) at time zone q.zone < ${latest}
    then q.at
    else (q.here::date + q.starts - case when q.here::time < q.starts then interval '1 day' else '0' end) at time zone q.zone
      - interval '15 minutes' end
  from (select t.*, t.at at time zone t.zone as here
    from (select ${at} as at, ${from} as starts, ${until} as ends, ${zone} as zone) t) q)`;

const { from, until, zone } = QUIET_BY_DEFAULT;
const until20 = (day: number) => sql`(b.local_start::date - ${day}::int + time '20:00') at time zone b.zone`;
const stateNow = prepared(
  "booking's levels",
  (_, { id }: { id: string }) => sql<Found>`
    select b.match_id, m.case_id, b.kine_id, c.patient_id, b.state, b.asked_by, b.moved_to is not null as is_proposed,
      -(${ago(sql`b.answer_by`)}) as answer_s, -(${ago(sql`b.starts_at`)}) as starts_s, -(${ago(sql`b.levels_until`)}) as settled_s,
      -(${ago(sql`b.starts_at - interval '24 hours'`)}) as day_s,
      -(${ago(
        beforeQuietHours({
          at: sql`b.starts_at - interval '2 hours'`,
          latest: sql`b.starts_at`,
          from: sql`coalesce(h.quiet_from, ${from})`,
          until: sql`coalesce(h.quiet_until, ${until})`,
          zone: sql`coalesce(h.zone, ${zone})`,
        }),
      )}) as soon_s,
      -(${ago(until20(1))}) as list_s,
      -(${ago(sql`greatest(${until20(0)}, b.starts_at + make_interval(mins => b.minutes))`)}) as marks_s,
      keeps_bookings(b.match_id) as keeps, k.suspended_at is not null or o.suspended_at is not null as is_suspended
    from bookings b join matches m on m.id = b.match_id join cases c on c.id = m.case_id join profiles k on k.id = b.kine_id
      join profiles o on o.id = c.patient_id left join notification_hours h on h.user_id = o.id
    where b.id = ${id}::uuid and b.state in ('requested', 'confirmed')`,
);

const settle = prepared(
  "booking's levels settled",
  (_, { id }: { id: string }) => sql`update bookings set levels_until = now() where id = ${id}::uuid`,
  { isDeferred: true },
);
