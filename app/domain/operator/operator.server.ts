import { sql } from "kysely";
import { z } from "zod";
import { adminReads } from "../../api/guards.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { prepared } from "../../platform/database/prepared-statements.server.ts";
import { APPEAL_HOURS } from "../appeals/appeal.ts";
import { Cursor } from "../lists/listing.ts";
import { asPage, PAGE_AND_ONE, pageOf } from "../lists/pages.server.ts";
import { settingFrom } from "../settings/settings-input.ts";
import { DEMAND_DAYS, MOST_QUEUED, MOST_ZONES, QUEUES } from "./operator.ts";

const Queues = z.strictObject({
  items: z.array(
    z.strictObject({
      queue: z.enum(QUEUES),
      waiting: z.int(),
      late: z.int(),
      oldest: z.date().nullable(),
      late_hours: z.int(),
    }),
  ),
});

/** Each admin queue: how many items wait (counted up to a thousand), how many of them are late, and since when the oldest waits. */
export const queues = adminReads
  .meta({ summary: "Counts what waits in each queue of the admins." })
  .output(Queues)
  .handler(async ({ context: { db } }) => {
    return { items: await queueCounts(db) };
  });

/** What waits in each queue, and after how many hours it is late. */
export async function queueCounts(db: Database | Tx) {
  const hours = await lateHours(db);
  return Promise.all(
    QUEUES.map(async (queue) => {
      const found = await queued[queue].first(db, { hours: hours[queue] });
      return { queue, waiting: 0, late: 0, oldest: null, ...found, late_hours: hours[queue] };
    }),
  );
}

/** After how many hours of waiting an item of a queue is late, by the operator's settings. */
export async function lateHours(db: Database | Tx): Promise<Record<keyof typeof queued, number>> {
  const stored = new Map((await timesOf.all(db, {})).map(({ key, value }) => [key, value]));
  const late = settingFrom("late_hours", stored.get("late_hours"));
  const cases = settingFrom("operator_told_hours", stored.get("operator_told_hours"));
  return {
    requests: late,
    changes: late,
    reports: late,
    licences: late,
    disputes: late,
    replies: late,
    appeals: APPEAL_HOURS,
    cases,
  };
}

const timesOf = prepared("operator.times", (db) =>
  db.selectFrom("settings").select(["key", "value"]).where("key", "in", ["late_hours", "operator_told_hours"]),
);

/** Cases on offer without an application, the oldest first. Selects the ids of one page before their cases are read. */
export const waitingCases = (after: string | undefined, most: number) => sql<{ case_id: string; place: string }>`
  (select case_id, place from case_places where is_waiting ${after ? sql`and case_id > ${after}` : sql``}
    order by case_id limit ${most})`;

/** What waits in each queue, as rows of `at`, the first first. Each reads the partial index of the waiting rows. */
export const waitingRows = {
  requests: sql`select created_at as at from kine_applications where status = 'pending' order by id`,
  changes: sql`select asked_at as at from profile_changes where rejected_at is null order by id`,
  reports: sql`select created_at as at from reports where decided_at is null order by id`,
  // A doubtful licence has a `recheck_at` long ago, which puts it first; its other dates say since when it waits. Subqueries of one row keep
  // to the order of the index; a join would read every licence.
  licences: sql`select greatest(l.recheck_at, l.checked_at, l.declared_at) as at from licences l where l.recheck_at <= now()
    and (select p.approval_status = 'approved' and p.suspended_at is null from profiles p where p.id = l.kine_id)
    and (select true from user_roles r where r.user_id = l.kine_id and r.role = 'kine') order by l.recheck_at, l.id`,
  disputes: sql`select opened_at as at from coverage_disputes where decided_at is null order by id`,
  replies: sql`select held_at as at from review_replies where held_at is not null order by review_id`,
  appeals: sql`select created_at as at from appeals where decided_at is null order by id`,
  cases: sql`select (select created_at from cases c where c.id = w.case_id) as at from ${waitingCases(undefined, MOST_QUEUED)} w`,
};

const queue = (name: keyof typeof waitingRows) =>
  prepared(`operator ${name}`, (db, { hours }: { hours: number }) =>
    db
      .selectFrom(sql<{ at: Date }>`(${waitingRows[name]} limit ${MOST_QUEUED})`.as("w"))
      .select([
        sql<number>`count(*)::int`.as("waiting"),
        sql<number>`count(*) filter (where w.at < now() - interval '1 hour' * ${hours})::int`.as("late"),
        sql<Date | null>`min(w.at)`.as("oldest"),
      ]),
  );
/** What waits in each queue, how much of it for more than so many hours, and since when the oldest waits. */
export const queued = {
  requests: queue("requests"),
  changes: queue("changes"),
  reports: queue("reports"),
  licences: queue("licences"),
  disputes: queue("disputes"),
  replies: queue("replies"),
  appeals: queue("appeals"),
  cases: queue("cases"),
};

const QuietCases = pageOf(
  z.strictObject({
    id: z.uuid(),
    title: z.string(),
    place: z.string().nullable(),
    created_at: z.date(),
    /** How many specialists were notified. */
    told: z.int(),
  }),
);

/** Cases on offer without an application, the oldest first, 20 a page from `before` (a case's id). */
export const quietCases = adminReads
  .meta({ summary: "Lists cases without an application, the oldest first." })
  .input(Cursor)
  .output(QuietCases)
  .handler(async ({ input: { before }, context: { db } }) =>
    asPage(await quietPage.all(db, { after: before ?? undefined })),
  );

const quietPage = prepared("operator.quietCases", (db, { after }: { after?: string | undefined }) =>
  db
    .selectFrom(waitingCases(after, PAGE_AND_ONE).as("w"))
    .innerJoin("cases as c", "c.id", "w.case_id")
    .leftJoin("places as z", "z.slug", "w.place")
    .select([
      "c.id",
      "c.title",
      sql<string | null>`coalesce(z.name, c.location_city)`.as("place"),
      "c.created_at",
      sql<number>`(select count(*)::int from case_alerts a where a.case_id = c.id)`.as("told"),
    ])
    .orderBy("w.case_id"),
);

const Zones = z.strictObject({
  items: z.array(
    z.strictObject({
      /** Null: cases and specialists whose place is not recognised. */
      name: z.string().nullable(),
      slug: z.string(),
      /** Cases of the last 30 days. */
      published: z.int(),
      waiting: z.int(),
      /** The waiting cases by days of waiting. */
      waiting_days: z.strictObject({ one: z.int(), week: z.int(), more: z.int() }),
      specialists: z.int(),
    }),
  ),
});

/** Demand and active specialists by place, from daily counts; places with most cases without an application first, 200 at most. */
export const zones = adminReads
  .meta({ summary: "Returns the cases and active specialists of each place." })
  .output(Zones)
  .handler(async ({ context: { db } }) => ({
    items: (await byPlace.all(db, {})).map(({ one, week, more, ...zone }) => ({
      ...zone,
      waiting_days: { one, week, more },
    })),
  }));

const today = sql`(now() at time zone 'America/Argentina/Buenos_Aires')::date`;
const waitingOf = (days: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(z.waiting) filter (where ${today} - z.day ${days}), 0)::int`;

/** Demand and active specialists of each place. */
export const byPlace = prepared("operator.zones", (db) =>
  db
    .selectFrom("zone_counts as z")
    .leftJoin("places as p", "p.slug", "z.place")
    .select([
      "p.name",
      "z.place as slug",
      sql<number>`coalesce(sum(z.published) filter (where ${today} - z.day < ${DEMAND_DAYS}), 0)::int`.as("published"),
      sql<number>`sum(z.waiting)::int`.as("waiting"),
      waitingOf(sql`<= 1`).as("one"),
      waitingOf(sql`between 2 and 7`).as("week"),
      waitingOf(sql`> 7`).as("more"),
      sql<number>`sum(z.specialists)::int`.as("specialists"),
    ])
    .groupBy(["z.place", "p.name"])
    .having(
      sql<boolean>`sum(z.waiting) > 0 or sum(z.specialists) > 0 or coalesce(sum(z.published) filter (where ${today} - z.day < ${DEMAND_DAYS}), 0) > 0`,
    )
    .orderBy("waiting", "desc")
    .orderBy("published", "desc")
    .orderBy("specialists", "desc")
    .orderBy("slug")
    .limit(MOST_ZONES),
);

/** The places with most cases without an application for each specialist, of those with enough cases to tell. */
export const placesShort = prepared(
  "operator.placesShort",
  (_, { fewest, most }: { fewest: number; most: number }) => sql<{
    name: string;
    waiting: number;
    specialists: number;
  }>`
    select p.name, sum(z.waiting)::int as waiting, sum(z.specialists)::int as specialists
    from zone_counts z join places p on p.slug = z.place group by p.slug, p.name
    having sum(z.waiting) >= ${fewest}::int
    order by sum(z.waiting)::float8 / greatest(sum(z.specialists), 1) desc, waiting desc, p.slug limit ${most}::int`,
);
