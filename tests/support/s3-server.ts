import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeFolder } from "./folder.ts";
import { freePort } from "../start/program.ts";

export type S3Server = Awaited<ReturnType<typeof startS3>>;

const BUCKET = "kinexo";
/** How the server names, in its folder, what holds an object. */
const SUFFIX = "._S3rver_object";

/** A server that speaks S3, with one bucket, in a process of its own. It knows one key, and does not check what is signed with it. */
export async function startS3() {
  const folder = makeFolder("s3");
  const port = await freePort();
  const program = createRequire(import.meta.url).resolve("s3rver/bin/s3rver.js");
  // The rest of a list is named by a cipher that Node has put aside.
  const args = ["--openssl-legacy-provider", program, "-d", folder, "-a", "127.0.0.1", "-p", String(port), "-s", "--configure-bucket", BUCKET];
  const url = `http://127.0.0.1:${port}`;

  async function start() {
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    const until = Date.now() + 30_000;
    while (!(await fetch(url).catch(() => null))) {
      if (child.exitCode !== null || Date.now() > until) throw new Error("the S3 server did not start");
      await wait(50);
    }
    return child;
  }
  let child = await start();
  const stop = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await ended;
  };

  return {
    url,
    /** The settings of an app that keeps its files there. */
    env: { S3_URL: `${url}/${BUCKET}`, S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" },
    /** The file of the server's own that holds an object. */
    at: (key: string) => join(folder, BUCKET, `${key}${SUFFIX}`),
    folder: (name: string) => join(folder, BUCKET, name),
    nameOf: (file: string) => (file.endsWith(SUFFIX) ? file.slice(0, -SUFFIX.length) : null),
    /** From now on it takes connections and answers nothing. */
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    stop,
    async start() {
      child = await start();
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
