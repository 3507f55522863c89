import { sql } from "kysely";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Database, PoolFigures } from "./database/database.server.ts";
import { countJobs } from "./jobs.server.ts";
import type { Replica } from "./database/replica.server.ts";
import type { Live } from "./live/live.server.ts";
import type { UploadWorkers } from "./uploads/workers.server.ts";

/** How long figures counted in the database are cached. */
const FRESH_MS = 30_000;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const WAYS_IN = new Set(["password", "refresh_token", "pkce", "id_token"]);

/** The Prometheus metrics of one node. Labels hold names of procedures and outcomes only, no personal data. */
export type Metrics = {
  /** Records a procedure call: "ok" or its error code, and its duration in seconds. */
  called(procedure: string, outcome: string, seconds: number): void;
  /** Records any other answer: its kind by the path's first segment, its status, its duration in seconds. */
  answered(request: { url: string }, status: number, seconds: number): void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
};

type Sources = {
  db: Database;
  pool: () => PoolFigures;
  replica: Replica | null;
  live: Pick<Live, "count">;
  uploadWorkers: Pick<UploadWorkers, "deaths">;
};

/** Registers the metrics. */
export function openMetrics({ db, pool, replica, live, uploadWorkers }: Sources): Metrics {
  const registers = [new Registry()];
  const [register] = registers as [Registry];
  collectDefaultMetrics({ register });
  const calls = new Histogram({
    name: "kinexo_procedure_seconds",
    help: "Calls of procedures",
    labelNames: ["procedure", "outcome"],
    buckets: SECONDS,
    registers,
  });
  const answers = new Histogram({
    name: "kinexo_request_seconds",
    help: "Answers besides procedures",
    labelNames: ["kind", "status"],
    buckets: SECONDS,
    registers,
  });
  const signIns = new Counter({
    name: "kinexo_sign_ins_total",
    help: "Sign-ins and renewals, by way and outcome",
    labelNames: ["way", "outcome"],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("kinexo_pool_connections", "Connections to the database", () => pool().total);
  gauge("kinexo_pool_idle", "Connections that nobody uses", () => pool().idle);
  gauge(
    "kinexo_pool_waiting",
    "What waits for a connection: requests, and runs that up to 16 of them share",
    () => pool().waiting,
  );
  if (replica) {
    gauge("kinexo_replica_in_use", "Whether visitors are answered from the replica", () =>
      Number(replica.figures().in_use),
    );
    gauge(
      "kinexo_replica_age_seconds",
      "Since the moment up to which the replica holds everything",
      () => replica.figures().age_ms / 1000,
    );
  }
  gauge("kinexo_streams", "Live streams that are open", () => live.count());
  gauge("kinexo_upload_deaths", "Processes that died of an upload or had to be killed", () => uploadWorkers.deaths);

  const jobs = new Gauge({
    name: "kinexo_jobs",
    help: "Jobs of all nodes, by state",
    labelNames: ["state"],
    registers,
  });
  const cases = new Gauge({ name: "kinexo_cases", help: "Cases, by status", labelNames: ["status"], registers });
  const filled = new Gauge({
    name: "kinexo_cases_filled_ratio",
    help: "Share of the last 30 days' cases with an accepted specialist",
    registers,
  });
  // Without a backup, or one that was verified, there is no age: an alert asks for its absence.
  const ages = {
    backup: new Gauge({ name: "kinexo_backup_age_seconds", help: "Since the last backup", registers: [] }),
    backup_verified: new Gauge({
      name: "kinexo_backup_verified_age_seconds",
      help: "Since a backup was last restored on trial",
      registers: [],
    }),
  };
  let counted = -Infinity;
  async function count() {
    if (performance.now() - counted < FRESH_MS) return;
    counted = performance.now();
    const counts = await countJobs(db);
    for (const state of ["due", "running", "failed"] as const) jobs.set({ state }, counts[state]);
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
      from cases where created_at > now() - interval '30 days'`.execute(db);
    filled.set(young?.filled ?? 0);
    const { rows: chores } = await sql<{ name: keyof typeof ages; age: number }>`
      select name, extract(epoch from now() - done_at)::float8 as age from chores
      where name = any(${Object.keys(ages)}::text[]) and done_at is not null`.execute(db);
    for (const { name, age } of chores) {
      register.registerMetric(ages[name]);
      ages[name].set(age);
    }
  }

  return {
    called: (procedure, outcome, seconds) => calls.observe({ procedure, outcome }, seconds),
    answered(request, status, seconds) {
      const { pathname, searchParams } = new URL(request.url);
      const kind = kindOf(pathname);
      if (kind) answers.observe({ kind, status: String(status) }, seconds);
      if (pathname !== "/auth/v1/token") return;
      const way = searchParams.get("grant_type") ?? "";
      const outcome = status < 400 ? "ok" : status < 500 ? "refused" : "failed";
      signIns.inc({ way: WAYS_IN.has(way) ? way : "other", outcome });
    },
    async text() {
      // While the database is away, the node's own figures stay current and the counted ones keep their last value.
      await count().catch(() => (counted = -Infinity));
      return register.metrics();
    },
  };
}

function kindOf(pathname: string): string | null {
  const [, first = ""] = pathname.split("/");
  if (first === "rpc" || first === "api" || first === "healthz" || first === "readyz" || first === "metrics")
    return null;
  return first === "auth" && pathname.startsWith("/auth/v1/") ? "accounts" : first === "files" ? "files" : "pages";
}
