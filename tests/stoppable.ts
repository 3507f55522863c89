import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { migrate } from "../db/migrate.ts";
import { openCluster } from "../db/postgres-cluster.ts";
import { startServer } from "../db/postgres-server.ts";
import { makeFolder } from "./folder.ts";

export type StoppableDatabase = Awaited<ReturnType<typeof startStoppable>>;

/** A migrated PostgreSQL that nobody starts again by themselves: it can be frozen, as by a stuck disk, or stopped. */
export async function startStoppable() {
  const dataDir = makeFolder("stoppable");
  const cluster = await openCluster(dataDir, false, () => undefined);
  const logFile = join(dataDir, "postgres.log");
  let server = await startServer(cluster, logFile, false);
  const { url, port } = server;
  await migrate(url);
  let frozen: number[] = [];

  const thaw = () => {
    for (const pid of frozen.toReversed()) signal(pid, "SIGCONT");
    frozen = [];
  };
  return {
    url,
    /** From now on it takes connections, since the system does that for it, and answers nothing. */
    freeze() {
      const postmaster = Number(readFileSync(join(cluster.folder, "postmaster.pid"), "utf8").split("\n")[0]);
      signal(postmaster, "SIGSTOP");
      frozen = [postmaster, ...childrenOf(postmaster)];
      for (const pid of frozen) signal(pid, "SIGSTOP");
    },
    thaw,
    /** Ends every connection and refuses new ones. */
    stop: () => server.stop(),
    async start() {
      server = await startServer(cluster, logFile, false, port);
    },
    async close() {
      thaw();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended meanwhile.
  }
}
