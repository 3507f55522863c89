import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { systemUser } from "../../db/postgres-user.ts";
import { makeFolder } from "../support/folder.ts";
import { freePort } from "../start/program.ts";

const BINARIES = "/usr/lib/postgresql/15/bin";
const PASSWORD = "kinexo-of-the-tests";
/** Determines the failover time: a leader that is silent for so long loses its lease. */
const TTL_SECONDS = 20;

type Server = { name: string; port: number; rest: number; folder: string; child?: ChildProcess };
type Role = { name: string; role: string; state: string };

/** How PostgreSQL is lost: its process only, or with its Patroni, as when the machine fails. */
export type Loss = "PostgreSQL alone" | "the whole machine";

/** Two PostgreSQL servers under Patroni and an etcd, from Debian packages; the second one is a synchronous standby. */
export async function startPatroni() {
  for (const [program, version] of [
    ["patroni", "--version"],
    ["etcd", "--version"],
    [`${BINARIES}/postgres`, "--version"],
  ] as const) {
    if (spawnSync(program, [version]).status !== 0)
      throw new Error(`${program} is missing: apt-get install patroni etcd-server postgresql-15`);
  }
  const user = systemUser();
  const folder = makeFolder("patroni");
  const own = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid);
    return path;
  };
  const run = (name: string, command: string, args: string[], env: Record<string, string> = {}) => {
    const log = openSync(join(folder, `${name}.log`), "a");
    return spawn(command, args, {
      ...user,
      cwd: "/",
      env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8", ...env },
      stdio: ["ignore", log, log],
    });
  };

  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const peers = `http://127.0.0.1:${peerPort}`;
  const etcdFolder = own(makeFolder("etcd"));
  const etcd = run("etcd", "etcd", [
    "--name=one",
    `--data-dir=${etcdFolder}`,
    `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
    `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=one=${peers}`,
  ]);

  const servers: Server[] = [];
  for (const name of ["pg0", "pg1"]) {
    const server = { name, port: await freePort(), rest: await freePort(), folder: own(join(mkFolder(folder, name))) };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(settingsOf(server, etcdPort)));
    servers.push(server);
  }
  const start = (server: Server) => {
    server.child = run(server.name, "patroni", [join(folder, `${server.name}.json`)]);
  };

  async function roles(): Promise<Role[]> {
    for (const { rest } of servers) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Role[] }).members;
    }
    return [];
  }
  const primary = async () => (await roles()).find(({ role }) => role === "leader")?.name;
  async function untilWhole(): Promise<void> {
    const since = performance.now();
    for (;;) {
      const members = await roles();
      const is = (role: string) =>
        members.find((member) => member.role === role && /running|streaming/.test(member.state));
      if (is("leader") && is("sync_standby")) return;
      if (performance.now() - since > 180_000)
        throw new Error(`two servers in step were not had in 3 minutes (${folder}): ${JSON.stringify(members)}`);
      await wait(250);
    }
  }

  start(servers[0]!);
  start(servers[1]!);
  await untilWhole();
  return {
    servers,
    folder,
    urlAt: (port: number) => `postgres://kinexo:${PASSWORD}@127.0.0.1:${port}/postgres`,
    untilWhole,
    /** The name of the primary. */
    primary,
    /** Kills the primary; returns a function that restarts it. */
    async killPrimary(loss: Loss): Promise<() => void> {
      const name = await primary();
      const killed = servers.find((server) => server.name === name);
      if (!killed) throw new Error("there is no primary to kill");
      if (loss === "the whole machine") killed.child?.kill("SIGKILL");
      process.kill(postmasterOf(killed), "SIGKILL");
      return () => loss === "the whole machine" && start(killed);
    },
    async stop() {
      for (const { child } of servers) if (child) await end(child);
      await end(etcd);
      for (const each of [folder, etcdFolder]) await rm(each, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  await ended;
}

function mkFolder(parent: string, name: string): string {
  const path = join(parent, name);
  mkdirSync(path, { mode: 0o700 });
  return path;
}

function postmasterOf({ folder }: Server): number {
  return Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
}

/** Patroni reads YAML, of which JSON is a subset. */
function settingsOf({ name, port, rest, folder }: Server, etcdPort: number) {
  return {
    scope: "kinexo",
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: TTL_SECONDS,
        loop_wait: 2,
        retry_timeout: 5,
        master_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, shared_buffers: "64MB" } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, "data"),
      bin_dir: BINARIES,
      pgpass: join(folder, "pgpass"),
      authentication: {
        superuser: { username: "kinexo", password: PASSWORD },
        replication: { username: "replicator", password: PASSWORD },
      },
      pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
      parameters: { unix_socket_directories: "" },
    },
    watchdog: { mode: "off" },
  };
}
