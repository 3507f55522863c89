import { type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Cases } from "../../../db/types.ts";
import { adminReads } from "../../api/guards.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { BookingCounts, bookingCounts } from "../bookings/booking-counts.server.ts";
import { MOST_QUEUED, WAITING_QUEUES, type WaitingQueue } from "../operator/operator.ts";
import { lateHours, waitingCases, waitingRows } from "../operator/operator.server.ts";
import { FORGOTTEN_HOURS, MOST_LISTED, MOST_WAITING } from "./today.ts";

const Today = z.strictObject({
  at: z.date(),
  /** The queues where something waits, up to a thousand in each, the one that waits longest first. */
  queues: z.array(
    z.strictObject({
      queue: z.enum(WAITING_QUEUES),
      waiting: z.int(),
      late: z.int(),
      oldest: z.date(),
      /** After how many hours what waits is late. */
      late_hours: z.int(),
    }),
  ),
  bookings: BookingCounts,
  /** The parts of the installation that ask for attention, the worst first, in words. */
  system: z.array(z.string()),
  /** Cases without an application for two days, a thousand at most, and the oldest of them. */
  forgotten: z.strictObject({
    count: z.int(),
    items: z.array(z.strictObject({ id: z.uuid(), title: z.string(), created_at: z.date() })),
  }),
});

/** What waits for an admin. */
export const read = adminReads
  .meta({ summary: "Returns what waits for admins, and the cases that nobody applied to." })
  .output(Today)
  .handler(async ({ context: { db, services } }) => {
    const hours = await lateHours(db);
    const [queues, forgotten, bookings] = await Promise.all([
      readQueues.all(db, hours),
      readForgotten.all(db, {}),
      bookingCounts.first(db, {}),
    ]);
    if (!bookings) throw new Error("an aggregate has a row");
    return {
      at: new Date(services.clock.now()),
      queues: queues.map((each) => ({ ...each, late_hours: hours[each.queue] })),
      bookings,
      system: [...services.attention.wrong],
      forgotten: {
        count: forgotten[0]?.count ?? 0,
        items: forgotten.map(({ id, title, created_at }) => ({ id, title, created_at })),
      },
    };
  });

type QueueCounts = { queue: WaitingQueue; waiting: number; late: number; oldest: Date };

const readQueues = prepared("today queues", (_, hours: Record<WaitingQueue, number>) => {
  const counts = WAITING_QUEUES.map(
    (queue) => sql`select ${queue} as queue, count(*)::int as waiting, min(w.at) as oldest,
      count(*) filter (where w.at < now() - interval '1 hour' * ${hours[queue]})::int as late
    from (${waitingRows[queue]} limit ${MOST_QUEUED}) w`,
  );
  return sql<QueueCounts>`select * from (${sql.join(counts, sql` union all `)}) q where waiting > 0 order by oldest, queue`;
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
    // Of a person two stand beside those of others: fifty of one mailbox would leave no line.
    .orderBy(sql`row_number() over (partition by c.patient_id order by c.created_at, c.id) > 2`)
    .orderBy("c.created_at")
    .limit(MOST_LISTED),
);

const Waiting = z.strictObject({
  /** All of them together. */
  count: z.int(),
  /** The parts of the installation that ask for attention. */
  system: z.int(),
  ...(Object.fromEntries(WAITING_QUEUES.map((queue) => [queue, z.int()])) as Record<WaitingQueue, z.ZodInt>),
});

/** What waits for a decision, each up to 100: the badges of "Hoy" and of the queues. */
export const waiting = adminReads
  .meta({ summary: "Counts what waits for a decision of an admin." })
  .output(Waiting)
  .handler(async ({ context: { db, services } }) => {
    const counts = await countWaiting.first(db, {});
    if (!counts) throw new Error("a statement of counts has a row");
    const sum = Object.values(counts).reduce((total, each) => total + each, 0);
    return { count: Math.min(sum, MOST_WAITING), system: services.attention.wrong.length, ...counts };
  });

const countWaiting = prepared("today waiting", (db) =>
  db.selectNoFrom(
    WAITING_QUEUES.map((queue) =>
      sql<number>`(select count(*)::int from (${waitingRows[queue]} limit ${MOST_WAITING}) w)`.as(queue),
    ),
  ),
);
