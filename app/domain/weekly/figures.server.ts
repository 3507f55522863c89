import { z } from "zod";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { jobKinds, sumOfJobs } from "../../platform/job-figures.server.ts";
import { answeredOf, FEW, publishedOf } from "../flow/flow.ts";
import { weeksFrom } from "../flow/sums.server.ts";
import { mailCounts } from "../mail-states/mail-states.server.ts";
import { placesShort, queueCounts } from "../operator/operator.server.ts";
import { choreFigures } from "../status/counts.server.ts";

/** The most places that are told. */
const MOST_PLACES = 3;

/** The figures of a week: numbers, and names of places. Cases and specialists fewer than five are null. */
export const WeekFigures = z.strictObject({
  cases: z.int().nullable(),
  with_application: z.int().nullable(),
  places: z.array(z.strictObject({ name: z.string(), waiting: z.int(), specialists: z.int().nullable() })),
  waiting: z.int(),
  late: z.int(),
  backed_up_at: z.iso.datetime().nullable(),
  verified_at: z.iso.datetime().nullable(),
  mails_failed: z.int(),
  mails_bounced: z.int(),
  jobs_failed: z.int(),
});
export type WeekFigures = z.output<typeof WeekFigures>;

/** Counts a week, from its Monday on, and how the installation does now. */
export async function figuresOf(db: Database | Tx, week: string): Promise<WeekFigures> {
  const weeks = await weeksFrom.all(db, { from: week });
  const counts = weeks.find(({ from_day }) => from_day === week)?.n;
  const cases = counts ? publishedOf(counts) : 0;
  const isTold = cases === 0 || cases >= FEW;
  const places = await placesShort.all(db, { fewest: FEW, most: MOST_PLACES });
  const queues = await queueCounts(db);
  const upkeep = await choreFigures(db);
  const mails = await mailCounts(db);
  const jobs = sumOfJobs(await jobKinds(db));
  const sum = (of: "waiting" | "late") => queues.reduce((total, queue) => total + queue[of], 0);
  return {
    cases: isTold ? cases : null,
    with_application: isTold ? (counts ? answeredOf(counts) : 0) : null,
    places: places.map(({ specialists, ...place }) => ({
      ...place,
      specialists: specialists < FEW ? null : specialists,
    })),
    waiting: sum("waiting"),
    late: sum("late"),
    backed_up_at: upkeep.backed_up_at?.toISOString() ?? null,
    verified_at: upkeep.verified_at?.toISOString() ?? null,
    mails_failed: mails.failed,
    mails_bounced: mails.bounced,
    jobs_failed: jobs.failed,
  };
}
