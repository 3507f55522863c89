import { sql } from "kysely";
import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { BookingCounts, bookingCounts } from "../bookings/booking-counts.server.ts";
import { firstApplicationLife, medianOfLives } from "../cases/first-application.server.ts";
import { lateHours, queued, waitingRows } from "../operator/operator.server.ts";
import { FORGOTTEN_HOURS, FUNNEL_DAYS, MOST_CASES, MOST_LISTED, MOST_WAITING, WAITING_QUEUES } from "./today.ts";

const Queue = z.strictObject({ waiting: z.int(), late: z.int(), oldest: z.date().nullable() });
const Today = z.strictObject({
  at: z.date(),
  /** After how many hours what waits is late. */
  late_hours: z.int(),
  requests: Queue,
  changes: Queue,
  reports: Queue,
  funnel: z.strictObject({
    published: z.int(),
    with_application: z.int(),
    filled: z.int(),
    closed: z.int(),
    reviewed: z.int(),
    /** Over those that still wait as well; null while half of the cases got no application. */
    median_seconds: z.number().nullable(),
    forgotten: z.int(),
  }),
  bookings: BookingCounts,
  forgotten: z.array(z.strictObject({ id: z.uuid(), title: z.string(), created_at: z.date() })),
});

const EMPTY = { waiting: 0, late: 0, oldest: null };

/** What waits for an admin, and how the newest cases fare. */
export const read = adminReads
  .meta({ summary: "Returns what waits for admins, and how the newest cases fare." })
  .output(Today)
  .handler(async ({ context: { db, services } }) => {
    const { requests: hours } = await lateHours(db);
    const [requests, changes, reports, funnel, forgotten, bookings] = await Promise.all([
      queued.requests.first(db, { hours }),
      queued.changes.first(db, { hours }),
      queued.reports.first(db, { hours }),
      readFunnel.first(db, {}),
      readForgotten.all(db, {}),
      bookingCounts.first(db, {}),
    ]);
    if (!funnel || !bookings) throw new Error("an aggregate has a row");
    return {
      at: new Date(services.clock.now()),
      late_hours: hours,
      requests: requests ?? EMPTY,
      changes: changes ?? EMPTY,
      reports: reports ?? EMPTY,
      funnel,
      bookings,
      forgotten,
    };
  });

/** The newest cases of the last month, at most so many, each with its wait for a first application. */
const newest = sql<{
  id: string;
  title: string;
  status: string;
  created_at: Date;
  is_filled: boolean;
  seconds: number;
  answered: boolean;
}>`(
  select c.id, c.title, c.status, c.created_at, c.accepted_kine_id is not null as is_filled, life.*
  from (
    select * from cases where created_at > now() - interval '1 day' * ${FUNNEL_DAYS} order by created_at desc limit ${MOST_CASES}
  ) c, lateral ${firstApplicationLife} life
)`;
const isForgotten = sql<boolean>`n.status = 'open' and not n.answered
  and n.created_at < now() - interval '1 hour' * ${FORGOTTEN_HOURS}`;

const readFunnel = prepared("today funnel", (db) =>
  db
    .with("n", (cte) => cte.selectFrom(newest.as("newest")).selectAll())
    .selectFrom("n")
    .select([
      sql<number>`count(*)::int`.as("published"),
      sql<number>`count(*) filter (where n.answered)::int`.as("with_application"),
      sql<number>`count(*) filter (where n.is_filled)::int`.as("filled"),
      sql<number>`count(*) filter (where n.status = 'closed')::int`.as("closed"),
      sql<number>`count(*) filter (where exists (select from reviews v where v.case_id = n.id))::int`.as("reviewed"),
      medianOfLives(sql`n`).as("median_seconds"),
      sql<number>`count(*) filter (where ${isForgotten})::int`.as("forgotten"),
    ]),
);

const readForgotten = prepared("today forgotten", (db) =>
  db
    .selectFrom(newest.as("n"))
    .select(["n.id", "n.title", "n.created_at"])
    .where(isForgotten)
    .orderBy("n.created_at")
    .limit(MOST_LISTED),
);

const Waiting = z.strictObject({
  /** Requests, changes and reports together. */
  count: z.int(),
  requests: z.int(),
  changes: z.int(),
  reports: z.int(),
  licences: z.int(),
  disputes: z.int(),
});

/** What waits for a decision, each up to 100: the badges of "Hoy" and of the queues. */
export const waiting = adminReads
  .meta({ summary: "Counts what waits for a decision of an admin." })
  .output(Waiting)
  .handler(async ({ context: { db } }) => {
    const counts = await countWaiting.first(db, {});
    if (!counts) throw new Error("a statement of counts has a row");
    return { count: Math.min(counts.requests + counts.changes + counts.reports, MOST_WAITING), ...counts };
  });

const countWaiting = prepared("today waiting", (db) =>
  db.selectNoFrom(
    WAITING_QUEUES.map((queue) =>
      sql<number>`(select count(*)::int from (${waitingRows[queue]} limit ${MOST_WAITING}) w)`.as(queue),
    ),
  ),
);
