import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { Logger as WorkerLogger, run, type Runner, type Task, type TaskList, type WorkerEvents } from "graphile-worker";
import { sql } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import { atMost } from "./at-most.server.ts";
import type { Database, Tx } from "./database/database.server.ts";
import { prepared } from "./database/prepared-statements.server.ts";
import { repeat } from "./repeat.server.ts";

/** The payload of every job: an id only, since the database stores payloads in clear text. */
type Payload = { id: string };

/** One attempt of a job: whether it is the last, and a signal that aborts when the app closes. */
export type Attempt = { isLast: boolean; signal: AbortSignal };

/** A kind of job, defined beside what it does; the assembly collects all of them. */
export type Job<Resources> = {
  name: string;
  priority: number;
  run(resources: Resources, payload: Payload, attempt: Attempt): Promise<void>;
};
type AnyJob = Pick<Job<never>, "name" | "priority">;

/** The priority of jobs that nobody waits for; a lower number runs first. Mails that a user waits for have 0. */
export const YIELDING = 10;

/** Defines a kind of job. `run` throws when it is to be retried. */
export function defineJob<Resources>(
  name: string,
  {
    priority = 0,
    run,
  }: { priority?: number; run: (resources: Resources, id: string, attempt: Attempt) => Promise<void> },
): Job<Resources> {
  return { name, priority, run: (resources, { id }, attempt) => run(resources, id, attempt) };
}

export type JobRunner = { close(): Promise<void> };

/** A push waits some 200 ms for its push service: two concurrent jobs would send only 600 a minute. */
const CONCURRENCY = 6;
/** One connection listens; the others fetch jobs and record their results. */
const CONNECTIONS = 3;
const RESTART_MS = 2_000;
/** No job takes this long: a worker that locked its job before this time has died, on this machine or another. */
export const OVERDUE = sql<Date>`now() - interval '10 minutes'`;
const LOOK_MS = 60_000;
/** The time that a running job has to finish once the app is closing. */
const GRACE_MS = 1_500;
const LONGEST_STOP_MS = 5_000;

/** The shape of a failure's code: "SMTP 451", "23505", "ECONNREFUSED", "TypeError". */
export const FAILURE_CODE = /^(SMTP [45][0-9]{2}|[A-Z0-9_]{2,40}|[A-Z][A-Za-z]{0,30}Error|Error)$/;

const keyOf = ({ name }: AnyJob, { id }: Payload) => `${name}:${id}`;

/** The mode of a job of a row that this transaction inserts: no job has its id, so none is looked for, at half of the processor time. */
export const OF_NEW_ROW = "unsafe_dedupe";

/**
 * Adds a job that runs `delay` seconds after the transaction commits, and never if it is rolled back. It replaces a waiting job with the
 * same name and id; with `preserve_run_at` it keeps that job's time.
 */
export async function addJob(
  tx: Tx,
  job: AnyJob,
  { id }: Payload,
  delay = 0,
  mode: "replace" | "preserve_run_at" | typeof OF_NEW_ROW = "replace",
): Promise<void> {
  const payload = JSON.stringify({ id });
  await schedule.run(tx, { name: job.name, payload, key: keyOf(job, { id }), delay, priority: job.priority, mode });
}

type Scheduled = { name: string; payload: string; key: string; delay: number; priority: number; mode: string };
const schedule = prepared(
  "job",
  (_, { name, payload, key, delay, priority, mode }: Scheduled) =>
    sql`select schedule_job(${name}, ${payload}::json, ${key}, ${delay}::float8, ${priority}::int, ${mode})`,
  { isDeferred: true },
);

/** Removes a job before it runs. */
export async function dropJob(tx: Database | Tx, job: AnyJob, payload: Payload): Promise<void> {
  await sql`select graphile_worker.remove_job(${keyOf(job, payload)})`.execute(tx);
}

type JobsOptions<Resources> = {
  db: Database;
  databaseUrl: string;
  log: Logger;
  /** Every kind of job that may be due, and what they run with. */
  jobs: readonly Job<Resources>[];
  resources: Resources;
  /** No other process uses this database: any job that is still locked was left by a crash. */
  isOnlyProcess: boolean;
};

/** Runs the jobs of a migrated database until closed, and resumes when a lost database returns. */
export async function openJobs<Resources>({
  db,
  databaseUrl,
  log,
  jobs,
  resources,
  isOnlyProcess,
}: JobsOptions<Resources>): Promise<JobRunner> {
  const closing = new AbortController();
  const pool = openPool(
    databaseUrl,
    (error) => closing.signal.aborted || log.warn({ reason: error.message }, "job connection lost"),
  );
  const events: WorkerEvents = new EventEmitter();
  let workers: string[] = [];
  let runner: Runner | null = null;
  events.on("pool:create", ({ workerPool }) => {
    workers = [workerPool.id];
  });

  async function start(): Promise<Runner> {
    await unlock(db, [...workers, ...(await overdueWorkers(db))]);
    runner = await run(
      {
        pgPool: pool,
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        gracefulShutdownAbortTimeout: GRACE_MS,
        parsedCronItems: [],
        events,
        // Batch mode waits for the completion of a job to be recorded and retries it; without it a connection lost at that moment would end
        // the process.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        logger: loggerOf(log),
        taskList: taskListOf(jobs, resources, log),
      },
      undefined,
      [],
    );
    return runner;
  }

  if (isOnlyProcess) workers = await leftWorkers(db);
  let running = (await start()).promise;
  const supervision = (async () => {
    while (!closing.signal.aborted) {
      await running.catch((error: Error) => log.warn({ reason: error.message }, "job runner stopped"));
      runner = null;
      await wait(RESTART_MS, undefined, { signal: closing.signal }).catch(() => undefined);
      if (!closing.signal.aborted) running = start().then(({ promise }) => promise);
    }
  })();

  const looking = repeat(
    LOOK_MS,
    () => unlockOverdue(db),
    (error) => closing.signal.aborted || log.warn({ reason: (error as Error).message }, "jobs not given back"),
  );

  return {
    async close() {
      closing.abort();
      const stopped = Promise.all([runner?.stop().catch(() => undefined), supervision, looking.stop()]);
      await atMost(LONGEST_STOP_MS, stopped);
      await atMost(GRACE_MS, pool.end());
    },
  };
}

// Our own pool, so that connection errors are handled until the last connection has ended.
function openPool(connectionString: string, onError: (error: Error) => unknown): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS, connectionTimeoutMillis: 10_000 });
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

async function leftWorkers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ locked_by: string }>`
    select distinct locked_by from graphile_worker.jobs where locked_by is not null`.execute(db);
  return rows.map((row) => row.locked_by);
}

async function overdueWorkers(db: Database | Tx): Promise<string[]> {
  const { rows } = await sql<{ locked_by: string }>`
    select distinct locked_by from graphile_worker.jobs where locked_at < ${OVERDUE} and locked_by is not null`.execute(
    db,
  );
  return rows.map((row) => row.locked_by);
}

/** Releases the jobs of workers that have died. */
export const unlockOverdue = async (db: Database | Tx) => unlock(db, await overdueWorkers(db));

/** Releases the jobs of dead workers at once; otherwise they would stay locked for four hours. */
async function unlock(db: Database | Tx, workers: string[]): Promise<void> {
  if (workers.length > 0) await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(db);
}

function taskListOf<Resources>(jobs: readonly Job<Resources>[], resources: Resources, log: Logger): TaskList {
  return Object.fromEntries(
    jobs.map((kind): [string, Task] => [
      kind.name,
      async (payload, { job, abortSignal }) => {
        const attempt = { isLast: job.attempts >= job.max_attempts, signal: abortSignal };
        try {
          await kind.run(resources, payload as Payload, attempt);
        } catch (error) {
          log.warn({ job: kind.name, reason: (error as Error).message, is_over: attempt.isLast }, "job failed");
          // The database keeps the code only: a message may quote an address.
          throw new Error(codeOfFailure(error), { cause: error });
        }
      },
    ]),
  );
}

/** What may be kept and shown of a job's failure: the code of a mail server, of PostgreSQL or of the system, or the kind of error. */
function codeOfFailure(error: unknown): string {
  const { code, message, name } = error as { code?: unknown; message?: unknown; name?: unknown };
  const isCode = (text: unknown): text is string => typeof text === "string" && FAILURE_CODE.test(text);
  return [code, message, name].find(isCode) ?? "Error";
}

// Only the first line is logged: the rest is a stack trace, and the details hold connections and payloads.
function loggerOf(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    // Jobs wait for other servers more than for these connections, which only fetch them.
    if (message.includes("smaller than concurrency")) return;
    if (level === "error" || level === "warning") log.warn({ reason: message.split("\n")[0] }, "jobs");
  });
}
