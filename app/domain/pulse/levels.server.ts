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
    const rows = await decisions.all(db, hours);
    const items = PROMISES.map((queue) => {
      const found: Partial<Decisions> = rows.find((row) => row.queue === queue) ?? {};
      const { n = 0, of = 0, p50 = null, p90 = null, waiting = 0, late = 0 } = found;
      const isShown = partsShown(of);
      return {
        queue,
        late_hours: hours[queue],
        in_time: isShown ? { n, of, percent: of >= SHARE_FROM ? Math.round((100 * n) / of) : null } : null,
        p50_hours: isShown ? p50 : null,
        p90_hours: isShown ? p90 : null,
        waiting,
        late,
        weeks: Array.from({ length: SHOWN_WEEKS }, (_, at) => {
          const week = dayAfter(from, at * WEEK_DAYS);
          const { opened = 0, decided = 0 } = counted.find((one) => one.queue === queue && one.from_day === week) ?? {};
          return { from: week, opened, decided };
        }),
      };
    });
    return { items };
  });

/** The latest decisions, as the times of what was asked and of the decision. Each reads its partial index. */
const decidedRows: Record<Promised, ReturnType<typeof sql>> = {
  requests: sql`select created_at as asked, approved_at as decided from kine_applications where status <> 'pending' order by id desc`,
  reports: sql`select created_at as asked, decided_at as decided from reports where decided_at is not null order by id desc`,
  licences: sql`select asked_at as asked, decided_at as decided from licence_decisions order by id desc`,
  disputes: sql`select opened_at as asked, decided_at as decided from coverage_disputes where decided_at is not null order by decided_at desc`,
};

type Decisions = {
  queue: Promised;
  n: number;
  of: number;
  p50: number | null;
  p90: number | null;
  waiting: number;
  late: number;
};
const decisions = prepared("pulse decisions", (_, hours: Record<Promised, number>) => {
  const isWithin = (queue: Promised) => sql`interval '1 hour' * ${hours[queue]}::int`;
  return sql<Decisions>`${sql.join(
    PROMISES.map(
      (queue) => sql`
    select ${queue} as queue, d.*, w.* from (
      select count(*) filter (where decided <= asked + ${isWithin(queue)})::int as n, count(*)::int as of,
        percentile_cont(0.5) within group (order by extract(epoch from decided - asked) / 3600)::float8 as p50,
        percentile_cont(0.9) within group (order by extract(epoch from decided - asked) / 3600)::float8 as p90
      from (${decidedRows[queue]} limit ${DECIDED}) r) d, (
      select count(*)::int as waiting, count(*) filter (where at < now() - ${isWithin(queue)})::int as late
      from (${waitingRows[queue]} limit ${MOST_COUNTED}) r) w`,
    ),
    sql` union all `,
  )}`;
});

const weeksFrom = prepared(
  "pulse queue weeks",
  (_, { from }: { from: string }) => sql<{ queue: string; from_day: string; opened: number; decided: number }>`
    select queue, week::text as from_day, opened, decided from queue_weeks where week >= ${from}::date limit 50`,
);
