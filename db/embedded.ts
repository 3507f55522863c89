import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { NAME, openCluster } from "./postgres-cluster.ts";
import { startServer } from "./postgres-server.ts";
import { isPostgresOf } from "./process-identity.ts";

export type EmbeddedOptions = {
  /** An existing folder, which this process has locked. */
  dataDir: string;
  /** false trades crash safety for speed: for tests only. */
  durable?: boolean;
  log(line: string): void;
};

/** Restarts are retried without limit: a full disk may have space again later. */
const BETWEEN_RESTARTS_MS = 2_000;

/**
 * Runs PostgreSQL in `dataDir`, which the first start initialises, and returns the URL of its database. A crashed server is restarted on
 * the same port. Throws a one-line error when it cannot be started.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<{ url: string; stop(): Promise<void> }> {
  const { dataDir, durable = true, log } = options;
  const logFile = join(dataDir, "postgres.log");
  const cluster = await openCluster(dataDir, durable, log);
  let server = await startServer(cluster, logFile, durable);
  const { url, port } = server;
  let stopping = false;
  let restarting = Promise.resolve();

  const watch = () => {
    void server.exited.then(() => {
      if (!stopping) restarting = restart();
    });
  };
  const restart = async () => {
    while (!stopping) {
      log(`PostgreSQL ended unexpectedly: starting it again (${logFile})`);
      try {
        server = await startServer(cluster, logFile, durable, port, () => !stopping);
        watch();
        return;
      } catch (error) {
        log((error as Error).message);
        await wait(BETWEEN_RESTARTS_MS);
      }
    }
  };
  watch();

  return {
    url,
    async stop() {
      stopping = true;
      await restarting;
      await server.stop();
    },
  };
}

/** The URL of the database that another process runs in `dataDir`, or null when none does. */
export function runningDatabase(dataDir: string): string | null {
  const pidFile = join(dataDir, "postgres/postmaster.pid");
  if (!existsSync(pidFile)) return null;
  const [pid, , , port] = readFileSync(pidFile, "utf8").split("\n");
  if (!isPostgresOf(Number(pid), realpathSync(join(dataDir, "postgres")))) return null;
  const password = readFileSync(join(dataDir, "postgres-password"), "utf8").trim();
  return `postgres://${NAME}:${password}@127.0.0.1:${port}/${NAME}`;
}
