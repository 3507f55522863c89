import { sql } from "kysely";
import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { dayAfter, partsShown, SHARE_FROM, WEEK_DAYS, weekOf } from "../flow/flow.ts";
import { lateHours, waitingRows } from "../operator/operator.server.ts";
import { DECIDED, MOST_COUNTED, PROMISES, type Promised, SHOWN_WEEKS } from "./promises.ts";

const Levels = z.strictObject({
  items: z.array(
    z.strictObject({
      queue: z.enum(PROMISES),
      late_hours: z.int(),
      /** Of the latest 30 decisions, those in time; null for a few. */
      in_time: z.strictObject({ n: z.int(), of: z.int(), percent: z.int().nullable() }).nullable(),
      p50_hours: z.number().nullable(),
      p90_hours: z.number().nullable(),
      /** What waits, and what of it is late: 20 at most. */
      waiting: z.int(),
      late: z.int(),
      /** What came in and what was decided, by the latest weeks, the oldest first; the last one runs. */
      weeks: z.array(z.strictObject({ from: z.iso.date(), opened: z.int(), decided: z.int() })),
    }),
  ),
});

/** Whether requests, reports, licences and disputes are decided in the time of the operator's setting. */
export const levels = adminReads
  .meta({ summary: "Returns how fast admins decide." })
  .output(Levels)
  .handler(async ({ context: { db, services } }) => {
    const now = services.clock.now();
    const from = dayAfter(weekOf(now), (1 - SHOWN_WEEKS) * WEEK_DAYS);
    const [hours, counted] = await Promise.all([lateHours(db), weeksFrom.all(db, { from })]);
    const items = await Promise.all(
      PROMISES.map(async (queue) => {
        const late_hours = hours[queue];
        const [decided, waiting] = await Promise.all([
          DECISIONS[queue].first(db, { hours: late_hours }),
          WAITING[queue].first(db, { hours: late_hours }),
        ]);
        const { n = 0, of = 0, p50 = null, p90 = null } = decided ?? {};
        const isShown = partsShown(of);
        return {
          queue,
          late_hours,
          in_time: isShown ? { n, of, percent: of >= SHARE_FROM ? Math.round((100 * n) / of) : null } : null,
          p50_hours: isShown ? p50 : null,
          p90_hours: isShown ? p90 : null,
          waiting: waiting?.waiting ?? 0,
          late: waiting?.late ?? 0,
          weeks: Array.from({ length: SHOWN_WEEKS }, (_, at) => {
            const week = dayAfter(from, at * WEEK_DAYS);
            const { opened = 0, decided: count = 0 } =
              counted.find((one) => one.queue === queue && one.from_day === week) ?? {};
            return { from: week, opened, decided: count };
          }),
        };
      }),
    );
    return { items };
  });

/** The latest decisions, as the times of what was asked and of the decision. Each reads its partial index. */
const decidedRows: Record<Promised, ReturnType<typeof sql>> = {
  requests: sql`select created_at as asked, approved_at as decided from kine_applications where status <> 'pending' order by id desc`,
  reports: sql`select created_at as asked, decided_at as decided from reports where decided_at is not null order by id desc`,
  licences: sql`select asked_at as asked, decided_at as decided from licence_decisions order by id desc`,
  disputes: sql`select opened_at as asked, decided_at as decided from coverage_disputes where decided_at is not null order by decided_at desc`,
};

const decisionsOf = (queue: Promised) =>
  prepared(
    `pulse decided ${queue}`,
    (_, { hours }: { hours: number }) => sql<{ n: number; of: number; p50: number | null; p90: number | null }>`
      select count(*) filter (where decided <= asked + interval '1 hour' * ${hours})::int as n, count(*)::int as of,
        percentile_cont(0.5) within group (order by extract(epoch from decided - asked) / 3600)::float8 as p50,
        percentile_cont(0.9) within group (order by extract(epoch from decided - asked) / 3600)::float8 as p90
      from (${decidedRows[queue]} limit ${DECIDED}) d`,
  );
const waitingOf = (queue: Promised) =>
  prepared(
    `pulse waiting ${queue}`,
    (_, { hours }: { hours: number }) => sql<{ waiting: number; late: number }>`
      select count(*)::int as waiting, count(*) filter (where at < now() - interval '1 hour' * ${hours})::int as late
      from (${waitingRows[queue]} limit ${MOST_COUNTED}) w`,
  );
const byQueue = <T>(of: (queue: Promised) => T): Record<Promised, T> => ({
  requests: of("requests"),
  reports: of("reports"),
  licences: of("licences"),
  disputes: of("disputes"),
});
const DECISIONS = byQueue(decisionsOf);
const WAITING = byQueue(waitingOf);

const weeksFrom = prepared(
  "pulse queue weeks",
  (_, { from }: { from: string }) => sql<{ queue: string; from_day: string; opened: number; decided: number }>`
    select queue, week::text as from_day, opened, decided from queue_weeks where week >= ${from}::date limit 50`,
);
