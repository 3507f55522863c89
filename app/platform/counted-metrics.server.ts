import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { Clock } from "./clock.server.ts";
import type { Database } from "./database/database.server.ts";
import { jobKinds, sumOfJobs } from "./job-figures.server.ts";
import { BOUNCES } from "./mail/bounces.server.ts";

/** What waits in a queue of the admins. */
type QueueCount = { queue: string; waiting: number; late: number; oldest: Date | null };
export type CountedSources = {
  db: Database;
  clock: Pick<Clock, "now">;
  /** The folder whose disk fills; null where files are in a bucket. */
  dataDir: string | null;
  queues: () => Promise<readonly QueueCount[]>;
  /** The share of the latest four weeks' cases with an application within 24 hours; null for too few. */
  shareWithinADay: () => Promise<number | null>;
};

/**
 * Registers the gauges that are counted in the database, the same on every node, and returns what counts them. An age without its event is
 * absent, which an alert asks for. Labels hold names of the program only.
 */
export function openCountedMetrics(
  register: Registry,
  { db, clock, dataDir, queues, shareWithinADay }: CountedSources,
): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  const jobs = gauge("kinexo_jobs", "Jobs of all nodes, by state and kind", ["state", "task"]);
  const oldestJob = gauge("kinexo_job_oldest_due_seconds", "Since the oldest job that is due, or 0");
  const cases = gauge("kinexo_cases", "Cases, by status", ["status"]);
  const filled = gauge("kinexo_cases_filled_ratio", "Share of the last 30 days' cases with an accepted specialist");
  const chores = gauge("kinexo_chore_age_seconds", "Since a periodic task last succeeded", ["chore"]);
  const messages = gauge("kinexo_messages", "Mails of seven days, by state", ["state"]);
  const oldestMessage = gauge("kinexo_message_oldest_seconds", "Since the oldest mail that waits, or 0");
  const bounces = gauge("kinexo_bounces", "Mails of seven days that came back, by kind", ["kind"]);
  const queued = gauge("kinexo_queue", "What waits for an admin, by queue: waiting, and late among it", [
    "queue",
    "state",
  ]);
  const oldestQueued = gauge("kinexo_queue_oldest_seconds", "Since the oldest of a queue, or 0", ["queue"]);
  const bytes = gauge("kinexo_database_bytes", "Size of the database");
  const free = dataDir === null ? null : gauge("kinexo_disk_free_bytes", "Free bytes of the data folder's disk");
  const share = new Gauge({
    name: "kinexo_share_24h_ratio",
    help: "Share of the cases of the latest four weeks with an application within 24 hours; absent for fewer than 20",
    registers: [],
  });
  // Registered once they have a value: without labels they would tell 0.
  const ages = {
    backup: new Gauge({ name: "kinexo_backup_age_seconds", help: "Since the last backup", registers: [] }),
    backup_verified: new Gauge({
      name: "kinexo_backup_verified_age_seconds",
      help: "Since a backup was last restored on trial",
      registers: [],
    }),
  };

  async function countJobs() {
    const kinds = await jobKinds(db);
    const { oldest_due } = sumOfJobs(kinds);
    jobs.reset();
    for (const { task, due, running, failed } of kinds)
      for (const [state, count] of Object.entries({ due, running, failed })) jobs.set({ state, task }, count);
    oldestJob.set(oldest_due ? Math.max(0, (clock.now() - oldest_due.getTime()) / 1000) : 0);
  }

  async function countCases() {
    const byStatus = await db
      .selectFrom("cases")
      .select(["status", sql<number>`count(*)::int`.as("count")])
      .groupBy("status")
      .execute();
    for (const status of ["open", "matched", "closed"])
      cases.set({ status }, byStatus.find((row) => row.status === status)?.count ?? 0);
    // A separate query, which an index serves because few cases are recent.
    const {
      rows: [young],
    } = await sql<{
      filled: number;
    }>`select coalesce(count(accepted_kine_id)::float8 / nullif(count(*), 0), 0) as filled
      from cases where created_at > now() - interval '30 days'
        and (select w.is_counted from case_places w where w.case_id = cases.id)`.execute(db);
    filled.set(young?.filled ?? 0);
    const ratio = await shareWithinADay();
    if (ratio === null) return register.removeSingleMetric("kinexo_share_24h_ratio");
    register.registerMetric(share);
    share.set(ratio);
  }

  async function countChores() {
    const { rows } = await sql<{ name: string; age: number }>`
      select name, extract(epoch from now() - done_at)::float8 as age from chores where done_at is not null`.execute(
      db,
    );
    for (const { name, age } of rows) {
      chores.set({ chore: name }, age);
      const own = ages[name as keyof typeof ages];
      if (!own) continue;
      register.registerMetric(own);
      own.set(age);
    }
  }

  async function countMessages() {
    const { rows } = await sql<{ state: string; count: number; age: number }>`
      select case when sealed is not null then 'waiting' when failed_at is not null then 'failed' else coalesce(bounce, 'sent') end as state,
        count(*)::int as count, coalesce(extract(epoch from now() - min(created_at))::float8, 0) as age
      from outgoing_messages where id >= uuid_at(now() - interval '7 days') group by 1`.execute(db);
    const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
    for (const state of ["waiting", "failed", "sent"]) messages.set({ state }, of(state));
    for (const kind of BOUNCES) bounces.set({ kind }, of(kind));
    oldestMessage.set(rows.find((row) => row.state === "waiting")?.age ?? 0);
  }

  async function countQueues() {
    for (const { queue, waiting, late, oldest } of await queues()) {
      queued.set({ queue, state: "waiting" }, waiting);
      queued.set({ queue, state: "late" }, late);
      oldestQueued.set({ queue }, oldest ? Math.max(0, (clock.now() - oldest.getTime()) / 1000) : 0);
    }
  }

  async function countRoom() {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database())::float8 as bytes`.execute(
      db,
    );
    bytes.set(rows[0]?.bytes ?? 0);
    const disk = dataDir === null ? null : await statfs(dataDir).catch(() => null);
    if (disk) free?.set(disk.bavail * disk.bsize);
  }

  return async () => {
    for (const count of [countJobs, countCases, countChores, countMessages, countQueues, countRoom]) await count();
  };
}
