import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeFolder } from "./folder.ts";
import { freePort } from "../start/program.ts";

export type S3Server = Awaited<ReturnType<typeof startS3>>;

const BUCKET = "kinexo";
/** The suffix of an object's file in the server's folder. */
const SUFFIX = "._S3rver_object";

/** An S3-compatible server with one bucket, in its own process. It knows one key, and does not check signatures. */
export async function startS3() {
  const folder = makeFolder("s3");
  const port = await freePort();
  const program = createRequire(import.meta.url).resolve("s3rver/bin/s3rver.js");
  // The continuation token of a list uses a cipher that OpenSSL 3 has moved to its legacy provider.
  const args = [
    "--openssl-legacy-provider",
    program,
    "-d",
    folder,
    "-a",
    "127.0.0.1",
    "-p",
    String(port),
    "-s",
    "--configure-bucket",
    BUCKET,
  ];
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
    /** The settings of an app that stores its files there. */
    env: { S3_URL: `${url}/${BUCKET}`, S3_ACCESS_KEY_ID: "S3RVER", S3_SECRET_ACCESS_KEY: "S3RVER" },
    /** The server's local file that holds an object. */
    at: (key: string) => join(folder, BUCKET, `${key}${SUFFIX}`),
    folder: (name: string) => join(folder, BUCKET, name),
    nameOf: (file: string) => (file.endsWith(SUFFIX) ? file.slice(0, -SUFFIX.length) : null),
    /** Freezes the server: it accepts connections but never answers. */
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
