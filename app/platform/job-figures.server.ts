import { type RawBuilder, sql } from "kysely";
import type { Database, Tx } from "./database/database.server.ts";
import { FAILURE_CODE, OVERDUE, unlockOverdue } from "./jobs.server.ts";

/** What a job may be doing; one whose time has not come is in none of these. */
export const JOB_STATES = ["failed", "due", "running"] as const;
type JobState = (typeof JOB_STATES)[number];

const isHeld = sql<boolean>`coalesce(j.locked_at > ${OVERDUE}, false)`;
/** Over a job `j`. One whose node died with the last attempt still has its lock, and failed all the same. */
const IN_STATE: Record<JobState, RawBuilder<boolean>> = {
  failed: sql`(j.attempts >= j.max_attempts and not ${isHeld})`,
  due: sql`(j.attempts < j.max_attempts and not ${isHeld} and j.run_at <= now())`,
  running: isHeld,
};
/** The code of the last failure. Versions before kept the message, which may name somebody. */
const code = sql<string | null>`case when j.last_error ~ ${sql.lit(FAILURE_CODE.source)} then j.last_error
  when j.last_error is not null then 'Error' end`;

type JobCounts = { due: number; oldest_due: Date | null; running: number; failed: number };
type KindOfJobs = JobCounts & { task: string; code: string | null };

/** The jobs of all nodes that are due, running or failed for good, by kind, each with the time of its oldest and its last failure's code. */
export async function jobKinds(db: Database | Tx): Promise<KindOfJobs[]> {
  const { rows } = await sql<KindOfJobs>`select j.task_identifier as task,
      count(*) filter (where ${IN_STATE.due})::float8 as due, min(j.run_at) filter (where ${IN_STATE.due}) as oldest_due,
      count(*) filter (where ${IN_STATE.running})::float8 as running, count(*) filter (where ${IN_STATE.failed})::float8 as failed,
      (array_agg(${code} order by j.updated_at desc) filter (where j.last_error is not null))[1] as code
    from graphile_worker.jobs j group by 1
    having bool_or(${IN_STATE.due} or ${IN_STATE.running} or ${IN_STATE.failed} or j.last_error is not null) order by 1`.execute(
    db,
  );
  return rows;
}

/** The jobs of all kinds together. */
export function sumOfJobs(kinds: readonly JobCounts[]): JobCounts {
  const sum = { due: 0, oldest_due: null as Date | null, running: 0, failed: 0 };
  for (const { due, oldest_due, running, failed } of kinds) {
    sum.due += due;
    sum.running += running;
    sum.failed += failed;
    if (oldest_due && !(sum.oldest_due && sum.oldest_due <= oldest_due)) sum.oldest_due = oldest_due;
  }
  return sum;
}

/** How many jobs of all nodes are due, with the time of the oldest, running, and failed for good. */
export const countJobs = async (db: Database) => sumOfJobs(await jobKinds(db));

type ListedJob = { id: string; task: string; run_at: Date; attempts: number; code: string | null };

/** The oldest jobs in a state, at most `most`. */
export async function jobsInState(db: Database, state: JobState, most: number): Promise<ListedJob[]> {
  const { rows } =
    await sql<ListedJob>`select j.id::text as id, j.task_identifier as task, j.run_at, j.attempts, ${code} as code
    from graphile_worker.jobs j where ${IN_STATE[state]} order by j.run_at, j.id limit ${most}`.execute(db);
  return rows;
}

/** What became of a job that somebody wants to change: "gone", "running", or what it was. */
type Touched = "gone" | "running" | { task: string; key: string | null };

/** Runs a job now, with all its attempts again. */
export const retryJob = (tx: Tx, id: string) =>
  touch(tx, id, sql`graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`);

/** Removes a job that failed for good: one that has yet to run may warn somebody of who removes it. */
export const discardJob = (tx: Tx, id: string) =>
  touch(tx, id, sql`graphile_worker.complete_jobs(array[${id}::bigint])`, sql`not ${IN_STATE.failed}`);

async function touch(tx: Tx, id: string, act: RawBuilder<unknown>, goesOn = isHeld): Promise<Touched> {
  const found = await sql<{ task: string; key: string | null; held: boolean; locked: boolean }>`
    select j.task_identifier as task, j.key, ${goesOn} as held, j.locked_at is not null as locked
    from graphile_worker.jobs j where j.id = ${id}::bigint`.execute(tx);
  const [job] = found.rows;
  if (!job) return "gone";
  if (job.held) return "running";
  if (job.locked) await unlockOverdue(tx);
  const { rows } = await sql`select from ${act} j`.execute(tx);
  // A node may have taken or finished it since.
  if (rows.length > 0) return { task: job.task, key: job.key };
  const { rows: left } = await sql`select from graphile_worker.jobs j where j.id = ${id}::bigint`.execute(tx);
  return left.length > 0 ? "running" : "gone";
}
