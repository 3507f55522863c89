import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cast } from "../../app/demo/cast.ts";
import { runningDatabase } from "../../db/embedded.ts";
import { freePort } from "../start/program.ts";
import { prepareDataDir } from "../support/prepared.ts";

/** The built program on a new data folder, to be killed and restarted on the same port. Its own database waits for the disk, as deployed. */
export async function openCrashable(dataDir: string, env: Record<string, string> = {}) {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  if (!env["DATABASE_URL"]) await prepareDataDir(dataDir, { isDurable: true });
  const port = await freePort();
  let server: ChildProcess | undefined;
  let said = "";

  async function start() {
    const child = spawn("node_modules/.bin/node", ["app/process/main.ts"], {
      env: {
        ...process.env,
        NODE_ENV: "production",
        CALL_LIMIT: "0",
        PORT: String(port),
        HOST: "127.0.0.1",
        DATA_DIR: dataDir,
        ADMIN_EMAIL: cast.elena.email,
        ADMIN_PASSWORD: cast.elena.password,
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    server = child;
    child.stderr.on("data", (text: Buffer) => (said += String(text)));
    await new Promise<void>((ready, failed) => {
      child.stdout.on("data", (text: Buffer) => String(text).includes("está en") && ready());
      child.once("exit", (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  async function end(signal: NodeJS.Signals) {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((exit) => server?.once("exit", exit));
    server.kill(signal);
    await ended;
  }

  const postmaster = () => Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  return {
    url: `http://127.0.0.1:${port}`,
    start,
    stop: () => end("SIGTERM"),
    killServer: () => end("SIGKILL"),
    signal: (signal: NodeJS.Signals) => void server?.kill(signal),
    killDatabase: () => process.kill(postmaster(), "SIGKILL"),
    /** The URL of the running server's embedded database. */
    databaseUrl() {
      const url = runningDatabase(dataDir);
      if (!url) throw new Error(`no PostgreSQL runs in ${dataDir}`);
      return url;
    },
    /** Its standard error so far. */
    said: () => said,
  };
}
