import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { systemUser } from "../../db/postgres-user.ts";
import { makeFolder } from "../support/folder.ts";
import { freePort } from "../start/program.ts";

/** The same database through a pgbouncer on this port. */
export const behind = (url: string, port: number): string =>
  Object.assign(new URL(url), { hostname: "127.0.0.1", port: String(port) }).href;

/**
 * Starts pgbouncer in transaction mode before every database of this URL's server, with the settings of
 * docs/operations.md, for the URL's user. Throws when it is not installed.
 */
export async function startPgbouncer(serverUrl: string): Promise<{ port: number; stop(): Promise<void> }> {
  if (spawnSync("pgbouncer", ["--version"]).status !== 0)
    throw new Error("pgbouncer is not installed: apt-get install pgbouncer");
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const port = await freePort();
  const folder = makeFolder("pgbouncer");
  const [users, config] = [join(folder, "users"), join(folder, "pgbouncer.ini")];
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(
    config,
    `
[databases]
* = host=${hostname} port=${serverPort || 5432} connect_query='set statement_timeout = 15000; set idle_in_transaction_session_timeout = 30000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_connect_timeout = 3
server_login_retry = 1
query_wait_timeout = 5
log_connections = 0
log_disconnections = 0
`,
  );
  // It refuses to run as root, as PostgreSQL does.
  const user = systemUser();
  chmodSync(users, 0o600);
  for (const path of user ? [users, config] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
  const child = spawn("pgbouncer", ["-q", config], { ...user, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (text: Buffer) => (said = (said + String(text)).slice(-4_000)));
  const ended = new Promise((resolve) => child.once("close", resolve));
  const deadline = performance.now() + 20_000;
  while (!(await answers(behind(serverUrl, port)))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`pgbouncer did not start: ${said}`);
    await wait(50);
  }
  return {
    port,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  return client
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => void client.end().catch(() => undefined));
}
