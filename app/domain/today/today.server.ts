import { type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Cases } from "../../../db/types.ts";
import { adminReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { BookingCounts, bookingCounts } from "../bookings/booking-counts.server.ts";
import { MOST_QUEUED } from "../operator/operator.ts";
import { lateHours, queued, waitingCases, waitingRows } from "../operator/operator.server.ts";
import { FORGOTTEN_HOURS, MOST_LISTED, MOST_WAITING, WAITING_QUEUES } from "./today.ts";

const Queue = z.strictObject({ waiting: z.int(), late: z.int(), oldest: z.date().nullable() });
const Today = z.strictObject({
  at: z.date(),
  /** After how many hours what waits is late. */
  late_hours: z.int(),
  requests: Queue,
  changes: Queue,
  reports: Queue,
  bookings: BookingCounts,
  /** Cases without an application for two days, a thousand at most, and the oldest of them. */
  forgotten: z.strictObject({
    count: z.int(),
    items: z.array(z.strictObject({ id: z.uuid(), title: z.string(), created_at: z.date() })),
  }),
});

const EMPTY = { waiting: 0, late: 0, oldest: null };

/** What waits for an admin. */
export const read = adminReads
  .meta({ summary: "Returns what waits for admins, and the cases that nobody applied to." })
  .output(Today)
  .handler(async ({ context: { db, services } }) => {
    const { requests: hours } = await lateHours(db);
    const [requests, changes, reports, forgotten, bookings] = await Promise.all([
      queued.requests.first(db, { hours }),
      queued.changes.first(db, { hours }),
      queued.reports.first(db, { hours }),
      readForgotten.all(db, {}),
      bookingCounts.first(db, {}),
    ]);
    if (!bookings) throw new Error("an aggregate has a row");
    return {
      at: new Date(services.clock.now()),
      late_hours: hours,
      requests: requests ?? EMPTY,
      changes: changes ?? EMPTY,
      reports: reports ?? EMPTY,
      bookings,
      forgotten: {
        count: forgotten[0]?.count ?? 0,
        items: forgotten.map(({ id, title, created_at }) => ({ id, title, created_at })),
      },
    };
  });

const readForgotten = prepared("today forgotten", (db) =>
  db
    .selectFrom(waitingCases(undefined, MOST_QUEUED).as("w"))
    // A join would read every case.
    .innerJoin(sql<Selectable<Cases>>`lateral (select * from cases where id = w.case_id offset 0)`.as("c"), (join) =>
      join.onTrue(),
    )
    .select(["c.id", "c.title", "c.created_at", sql<number>`(count(*) over ())::int`.as("count")])
    .where("c.created_at", "<", sql<Date>`now() - interval '1 hour' * ${FORGOTTEN_HOURS}`)
    .orderBy("c.created_at")
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
