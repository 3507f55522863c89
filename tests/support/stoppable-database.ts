import { execFile } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Cluster, openCluster } from "../../db/postgres-cluster.ts";
import { startServer } from "../../db/postgres-server.ts";
import { makeFolder } from "./folder.ts";
import { prepareDataDir } from "./prepared.ts";

export type StoppableDatabase = Awaited<ReturnType<typeof startStoppable>>;

/** A migrated PostgreSQL without automatic restart, which can be frozen, as by a stuck disk, or stopped. */
export async function startStoppable() {
  const dataDir = makeFolder("stoppable");
  await prepareDataDir(dataDir);
  return startServerOf(await openCluster(dataDir, false, () => undefined), dataDir);
}

/** A streaming replica, created from a copy of the primary, which is stopped meanwhile. */
export async function startStandby(primary: StoppableDatabase) {
  const dataDir = makeFolder("standby");
  const cluster = { ...primary.cluster, folder: join(dataDir, "postgres") };
  await primary.stop();
  await promisify(execFile)("cp", ["-a", primary.cluster.folder, cluster.folder]);
  await primary.start();
  follow(cluster, primary);
  return startServerOf(cluster, dataDir);
}

/** Configures a stopped server to follow this one from its next start on. */
export function follow({ folder }: Cluster, { url }: { url: string }): void {
  const { hostname, port, username, password } = new URL(url);
  writeFileSync(join(folder, "standby.signal"), "");
  appendFileSync(
    join(folder, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
  );
}

async function startServerOf(cluster: Cluster, dataDir: string) {
  const logFile = join(dataDir, "postgres.log");
  let server = await startServer(cluster, logFile, false);
  const { url, port } = server;
  let frozen: number[] = [];

  const thaw = () => {
    for (const pid of frozen.toReversed()) signal(pid, "SIGCONT");
    frozen = [];
  };
  return {
    url,
    cluster,
    /** Freezes the server: the system still accepts connections, but nothing answers. */
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
  const pids = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
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
    // It has already ended.
  }
}
