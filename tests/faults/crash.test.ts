import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { makeFolder } from "../support/folder.ts";
import { type Api, enter, everyItem, like } from "../support/people.ts";

// The full form has its own command (npm run test:crash), with 200 rounds.
const ROUNDS = Number(process.env["CRASH_ROUNDS"] ?? 20);

let dataDir: string;
let port: number;
let server: ChildProcess | undefined;

beforeAll(async () => {
  dataDir = makeFolder("crash");
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => probe.once("listening", listening));
  port = (probe.address() as AddressInfo).port;
  await new Promise((closed) => probe.close(closed));
});
afterAll(async () => {
  if (server?.exitCode === null && server.signalCode === null) {
    server.kill("SIGTERM");
    await new Promise((ended) => server?.once("exit", ended));
  }
  await rm(dataDir, { recursive: true, force: true });
});

async function start() {
  const errors: string[] = [];
  const child = spawn("node_modules/.bin/node", ["app/process/main.ts"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      ADMIN_EMAIL: cast.elena.email,
      ADMIN_PASSWORD: cast.elena.password,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stderr.on("data", (text: Buffer) => errors.push(String(text)));
  await new Promise<void>((ready, failed) => {
    child.stdout.on("data", (text: Buffer) => String(text).includes("está en") && ready());
    child.once("exit", (code) => failed(new Error(`the server ended with ${code}: ${errors.join("")}`)));
  });
  server = child;
  return child;
}

/** The acknowledged cases that are missing. */
async function lost({ api, ids }: { api: Api; ids: string[] }): Promise<string[]> {
  const kept = new Set((await everyItem((before) => api.cases.mine({ before }))).map(({ id }) => id));
  return ids.filter((id) => !kept.has(id));
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8")).split("\n")[0]);
}

test(
  `${ROUNDS} kills of the server and of PostgreSQL in the middle of writes lose no acknowledged write`,
  { timeout: ROUNDS * 15_000 },
  async () => {
    const url = `http://127.0.0.1:${port}`;
    await start();
    const written: { api: Api; ids: string[] }[] = [];
    let unanswered = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // A new patient every other round: a patient may have fifty cases at most.
      if (round % 2 === 0)
        written.push({ api: (await enter(url, like(cast.ana, `Ana ${round}`), "sign up")).api, ids: [] });
      const { api, ids } = written.at(-1)!;
      let writing = true;
      const writers = Array.from({ length: 4 }, async (_, writer) => {
        for (let n = 0; writing; n++) {
          try {
            ids.push((await api.cases.create({ title: `${round}-${writer}-${n}`, description: "x" })).id);
          } catch {
            unanswered += 1;
            await wait(20);
          }
        }
      });
      await wait(50 + Math.random() * 250);
      const kills = ["server", "database", "both"] as const;
      const killed = kills[round % kills.length]!;
      const database = await postmasterPid();
      const ended = new Promise((exit) => server?.once("exit", exit));
      if (killed !== "server") process.kill(database, "SIGKILL");
      if (killed !== "database") server?.kill("SIGKILL");
      await wait(100);
      writing = false;
      await Promise.all(writers);
      if (killed === "database") server?.kill("SIGKILL");
      await ended;
      await start();
      expect(await lost({ api, ids }), `lost in round ${round}, ${killed} killed`).toEqual([]);
    }
    for (const one of written) expect(await lost(one)).toEqual([]);
    const acknowledged = written.flatMap(({ ids }) => ids);
    console.log(
      `${ROUNDS} kills, ${acknowledged.length} acknowledged writes, 0 lost, ${unanswered} refused or unanswered`,
    );
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  },
);
