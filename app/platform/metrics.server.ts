import { version } from "../../package.json" with { type: "json" };
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { type CountedSources, openCountedMetrics } from "./counted-metrics.server.ts";
import type { PoolFigures } from "./database/database.server.ts";
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
  /** Records a push: the host of its service, and whether the service took it. */
  pushed(service: string, outcome: string): void;
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
};

type Sources = {
  counting: CountedSources;
  pool: () => PoolFigures;
  replica: Replica | null;
  live: Pick<Live, "count">;
  uploadWorkers: Pick<UploadWorkers, "deaths">;
  /** How many passwords wait to be hashed. */
  passwordQueue: () => number;
  /** Milliseconds since the state of the directory that this node shows. */
  directoryAge: () => number;
};

/** Registers the metrics. */
export function openMetrics({
  counting,
  pool,
  replica,
  live,
  uploadWorkers,
  passwordQueue,
  directoryAge,
}: Sources): Metrics {
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
  gauge(
    "kinexo_directory_lag_seconds",
    "Since the state of the directory that this node shows",
    () => directoryAge() / 1000,
  );
  gauge("kinexo_password_queue", "Passwords that wait to be hashed", passwordQueue);
  gauge("kinexo_streams", "Live streams that are open", () => live.count());
  gauge("kinexo_upload_deaths", "Processes that died of an upload or had to be killed", () => uploadWorkers.deaths);

  const pushes = new Counter({
    name: "kinexo_pushes_total",
    help: "Pushes, by service and outcome",
    labelNames: ["service", "outcome"],
    registers,
  });
  const build = new Gauge({
    name: "kinexo_build_info",
    help: "The version that runs",
    labelNames: ["version"],
    registers,
  });
  build.set({ version }, 1);
  const countAll = openCountedMetrics(register, counting);
  let counted = -Infinity;
  async function count() {
    if (performance.now() - counted < FRESH_MS) return;
    counted = performance.now();
    await countAll();
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
    pushed: (host, outcome) => pushes.inc({ service: serviceOf(host), outcome }),
    async text() {
      // While the database is away, the node's own figures stay current and the counted ones keep their last value.
      await count().catch(() => (counted = -Infinity));
      return register.metrics();
    },
  };
}

const SERVICES: Record<string, RegExp> = {
  google: /(^|\.)googleapis\.com$/,
  mozilla: /(^|\.)mozilla\.com$/,
  apple: /(^|\.)push\.apple\.com$/,
  windows: /(^|\.)notify\.windows\.com$/,
};
/** The push service of a host, of a closed list: strangers choose the host. */
const serviceOf = (host: string) => Object.keys(SERVICES).find((name) => SERVICES[name]?.test(host)) ?? "other";

function kindOf(pathname: string): string | null {
  const [, first = ""] = pathname.split("/");
  if (first === "rpc" || first === "api" || first === "healthz" || first === "readyz" || first === "metrics")
    return null;
  return first === "auth" && pathname.startsWith("/auth/v1/") ? "accounts" : first === "files" ? "files" : "pages";
}
