// npm run bench -- api [CASES …]: the product's speed relative to a bare server that runs the same statements, for each procedure.
// BENCH=short is quick; BENCH_DATA names a folder that keeps the filled database for the next hours' runs; BENCH_ONLY names procedures; BENCH_KINES, BENCH_CONNECTIONS, BENCH_SECONDS and BENCH_ROUNDS replace the defaults.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { createServer } from "vite";
import { NODE_FLAGS } from "../../bin/node-flags.mjs";
import { cast } from "../../app/demo/cast.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { makeFolder } from "../support/folder.ts";
import { freePort, postgresOf, ROOT, startProgram, untilAnswering, type Program } from "../start/program.ts";
import { type Asked, type Extent, load } from "./load.ts";
import { openRenewal, prepare, type Subjects } from "./prepare.ts";
import { lineOf, printSummary, type Row, type Side } from "./print.ts";
import { childrenMs, childrenMsSince, processorMs, residentMegabytes } from "./processes.ts";
import { othersOf } from "./others.ts";
import { type Draw, type Question, questionsOf } from "./questions.ts";
import type { record } from "./record.ts";

const isShort = process.env["BENCH"] === "short";
const numbers = (text: string | undefined, byDefault: number[]) => text?.split(",").map(Number) ?? byDefault;
const only = process.env["BENCH_ONLY"]?.split(",");
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? (isShort ? 1 : 3));
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? (isShort ? 2 : 3));
const CONNECTIONS = numbers(process.env["BENCH_CONNECTIONS"], isShort ? [32] : [1, 4, 32]);
const bookings = Number(process.env["BENCH_BOOKINGS"] ?? 0);
const PEOPLE = isShort
  ? { patients: 1_000, kines: 250, rows: 500, bookings }
  : {
      patients: 20_000,
      kines: Number(process.env["BENCH_KINES"] ?? (bookings > 0 ? 20_000 : 5_000)),
      rows: 3_000,
      bookings,
    };
/** Any secret of the required length; the recorder and the load's tokens need the same one. */
const SECRET = "a secret of the tests, long enough to be one";
const SHORT_REQUESTS = Number(process.env["BENCH_REQUESTS"] ?? 500);
const node = join(ROOT, "node_modules/.bin/node");
const sizes = process.argv.slice(2).map(Number);

const measured: Row[] = [];
for (const cases of sizes.length > 0 ? sizes : [isShort ? 5_000 : 100_000]) measured.push(...(await measure(cases)));
printSummary(measured);

async function measure(cases: number): Promise<Row[]> {
  const storedFolder = process.env["BENCH_DATA"];
  const dataDir = storedFolder ?? makeFolder("bench");
  const database = await startEmbedded({ dataDir, log: console.error });
  // A stored folder holds tokens, which contain the address.
  const port = storedFolder ? 19_871 : await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    NODE_ENV: "production",
    DATA_DIR: join(dataDir, "files"),
    DATABASE_URL: database.url,
    CALL_LIMIT: "0",
    SECRET,
  };
  const admin = { ADMIN_EMAIL: cast.elena.email, ADMIN_PASSWORD: cast.elena.password };
  // The flags of the measured Node, such as a profiler's; by default the product's.
  const nodeFlags = process.env["BENCH_NODE_FLAGS"]?.split(" ") ?? NODE_FLAGS;
  const start = () =>
    startProgram({
      command: [node, ...nodeFlags, join(ROOT, "app/process/main.ts")],
      env: { ...env, ...admin, PORT: String(port) },
    });
  const programs: Program[] = [];
  try {
    let product = start();
    programs.push(product);
    const emptyMs = await untilAnswering(product, port);
    const saved = join(dataDir, "subjects.json");
    const subjects =
      storedFolder && existsSync(saved)
        ? (JSON.parse(readFileSync(saved, "utf8")) as Subjects)
        : await prepare(url, database.url, SECRET, { ...PEOPLE, cases });
    if (storedFolder) writeFileSync(saved, JSON.stringify(subjects));
    // Restarted on the filled database: its start time is measured, and plans cached on the empty one are dropped.
    await end(product);
    const questions = questionsOf(subjects).filter(({ procedure }) => !only || only.includes(procedure));
    const recording = join(dataDir, "recording.json");
    writeFileSync(recording, JSON.stringify(await recorded(database.url, env, questions)));
    product = start();
    programs.push(product);
    const startMs = await untilAnswering(product, port);
    const reference = await startReference(database.url, recording);
    programs.push(reference.program);
    const pids = {
      product: product.child.pid ?? 0,
      reference: reference.program.child.pid ?? 0,
      database: postgresOf(dataDir)[0] ?? 0,
    };
    const idle = residentMegabytes(pids.product);
    const found = await measureAll(
      cases,
      { product: url, reference: reference.url },
      pids,
      questions,
      subjects,
      database.url,
    );
    console.log(
      `${cases} cases: start ${Math.round(startMs)} ms ${bar(startMs <= 2_000, "2000 ms")}, with an empty database ${Math.round(emptyMs)} ms ${bar(emptyMs <= 5_000, "5000 ms")}`,
    );
    const resident = residentMegabytes(pids.product);
    console.log(
      `${cases} cases: resident ${idle} MB before the load and ${resident} MB after it, with its pages and sign-ins ${bar(resident <= 300, "300 MB")}`,
    );
    return found;
  } finally {
    for (const program of programs) await end(program);
    await database.stop();
    if (!storedFolder) await rm(dataDir, { recursive: true, force: true });
  }
}

/** The recorder calls the app in process; only the bundler can load the app's source. */
async function recorded(databaseUrl: string, env: { DATA_DIR: string; SECRET: string }, questions: Question[]) {
  const bundler = await createServer({
    configFile: false,
    root: ROOT,
    server: { middlewareMode: true, ws: false },
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
  });
  const loaded = (await bundler.ssrLoadModule("/tests/bench/record.ts")) as { record: typeof record };
  const recording = await loaded.record(databaseUrl, env, questions);
  await bundler.close();
  return recording;
}

async function startReference(databaseUrl: string, recording: string) {
  const port = await freePort();
  const command: [string, ...string[]] = [node, join(ROOT, "tests/bench/reference.ts")];
  const program = startProgram({
    command,
    env: { DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: "production", RECORDING: recording },
  });
  await wait(1_000);
  return { program, url: `http://127.0.0.1:${port}` };
}

type Urls = { product: string; reference: string };
type Pids = { product: number; reference: number; database: number };

async function measureAll(
  cases: number,
  urls: Urls,
  pids: Pids,
  questions: Question[],
  subjects: Subjects,
  databaseUrl: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  await client.query("set session_replication_role = replica");
  const { renew, close } = await openRenewal(urls.product, databaseUrl, SECRET, subjects);
  const found: Row[] = [];
  for (const connections of CONNECTIONS) {
    for (const question of questions) {
      await renew();
      const { procedure, rows, restore } = question;
      const sides: { product: Side[]; reference: Side[] } = { product: [], reference: [] };
      for (let round = 0; round <= ROUNDS; round++) {
        // The first, short round warms up the JIT and each connection's plans.
        if (round === 1) for (const side of Object.values(sides)) side.length = 0;
        const seconds = round === 0 ? Math.min(1, SECONDS) : SECONDS;
        const most = Math.min(rows ?? 0, connections < 32 ? 500 : Infinity);
        // On a busy machine a fixed amount of requests compares better than a fixed time: processor time per request is printed.
        const amount = isShort ? Math.min(rows ?? Infinity, SHORT_REQUESTS) : most;
        const extent: Extent = rows === undefined && !isShort ? { seconds, connections } : { amount, connections };
        for (const side of round % 2 ? (["product", "reference"] as const) : (["reference", "product"] as const)) {
          const draw = question.draws();
          const request =
            side === "product" ? called(urls.product, question, draw) : bare(urls.reference, procedure, draw);
          sides[side].push(await sideOf(request, extent, pids[side], pids.database));
          if (restore) await client.query(restore);
        }
      }
      const row = {
        cases,
        connections,
        what: procedure,
        product: median(sides.product),
        reference: median(sides.reference),
      };
      found.push(row);
      console.log(lineOf(row));
    }
    const resident = residentMegabytes(pids.product);
    console.log(
      `${cases} cases: resident ${resident} MB after the calls at ${connections} connections ${bar(resident <= 256, "256 MB")}`,
    );
    if (only) continue;
    for (const [what, request] of Object.entries(othersOf(urls.product, subjects))) {
      await renew();
      await load(request, { seconds: 1, connections: Math.min(connections, request.most ?? connections) });
      const extent = { seconds: SECONDS, connections: Math.min(connections, request.most ?? connections) };
      const row = {
        cases,
        connections,
        what,
        product: await sideOf(request, extent, pids.product, pids.database),
        reference: null,
      };
      found.push(row);
      console.log(lineOf(row));
    }
  }
  await close();
  await client.end();
  return found;
}

async function sideOf(request: Asked, extent: Extent, pid: number, database: number): Promise<Side> {
  const [node, postgres] = [processorMs(pid), childrenMs(database)];
  const { figures, requests } = await load(request, extent);
  return {
    ...figures,
    nodeMs: (processorMs(pid) - node) / requests,
    postgresMs: childrenMsSince(database, postgres) / requests,
  };
}

function called(url: string, { procedure, rows }: Question, draw: () => Draw): Asked {
  return {
    url: `${url}/rpc/${procedure.replace(".", "/")}`,
    method: "POST",
    headers: { "content-type": "application/json" },
    isKeyed: rows !== undefined,
    next() {
      const { person, input } = draw();
      return {
        body: JSON.stringify({ json: input }),
        ...(person && { headers: { authorization: `Bearer ${person.token}` } }),
      };
    },
  };
}

function bare(url: string, procedure: string, draw: () => Draw): Asked {
  return {
    url,
    next() {
      const { person, ids } = draw();
      return { path: `/${procedure}?${[person?.id ?? "", ...ids].map(encodeURIComponent).join("&")}` };
    },
  };
}

function median(sides: Side[]): Side {
  const middle = (name: keyof Side) =>
    sides.map((side) => side[name]).toSorted((a, b) => a - b)[sides.length >> 1] ?? 0;
  return {
    perSecond: middle("perSecond"),
    p50: middle("p50"),
    p99: middle("p99"),
    nodeMs: middle("nodeMs"),
    postgresMs: middle("postgresMs"),
  };
}

async function end({ child, ended }: Program) {
  child.kill("SIGTERM");
  await ended;
}

function bar(isReached: boolean, wanted: string): string {
  return `(${isReached ? "reached" : "NOT reached"}: ${wanted})`;
}
