import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.server.ts";
import { hideFromPlanner, prepared } from "../../platform/database/prepared-statements.server.ts";
import { OF_NEW_ROW, YIELDING } from "../../platform/jobs.server.ts";

/** The kind of a booking's job. It stands apart from what it runs, since what it runs looks at bookings again. */
export const BOOKING_LEVEL = { name: "booking_level", priority: YIELDING };

/** No reminder of a booking is due earlier than this before it. */
const FIRST_LEVEL_HOURS = 48;

const look = prepared(
  "booking's job",
  (_, { ids, mode }: { ids: string; mode: string }) => sql`
    select schedule_job(${BOOKING_LEVEL.name}, json_build_object('id', b.id), ${`${BOOKING_LEVEL.name}:`} || b.id,
      greatest(0, extract(epoch from least(b.answer_by, b.starts_at - make_interval(hours => ${FIRST_LEVEL_HOURS})) - now()))::float8, ${YIELDING}::int, ${mode})
    from bookings b where b.id = any(${hideFromPlanner(ids, "uuid[]")}) and b.state in ('requested', 'confirmed')`,
  { isDeferred: true },
);

/** Runs the job of bookings that were changed once something may be due: it reads what is, and when to look again. */
export const lookAtBookings = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  look.run(tx, { ids: `{${ids.join()}}`, mode: "replace" });

/** The same of bookings that this transaction made. */
export const lookAtNewBookings = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  look.run(tx, { ids: `{${ids.join()}}`, mode: OF_NEW_ROW });
