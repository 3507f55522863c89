// npm run bench [CASES …]: the product's speed relative to a bare server on the same data, at each number of cases.
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { NODE_FLAGS } from "../../bin/node-flags.mjs";
import { cast } from "../../app/demo/cast.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { makeFolder } from "../support/folder.ts";
import { freePort, ROOT, startProgram, untilAnswering, type Program } from "../start/program.ts";
import { CONNECTIONS, load, type Asked, type Figures } from "./load.ts";
import { prepare } from "./prepare.ts";
import { ourAsked, type Subjects } from "./questions.ts";

const ROUNDS = 3;
/** The minimum share of the reference's throughput; the page does more than the reference, so it has its own bar. */
const RATIOS: Record<string, number> = {
  "open cases of a specialist": 0.6,
  "a patient's cases": 0.6,
  "public profile, data": 0.6,
  apply: 0.7,
};
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 8);
const node = join(ROOT, "node_modules/.bin/node");
const sizes = process.argv.slice(2).map(Number);

type Row = { cases: number; what: string; product: Figures; reference: Figures | null };
const rows: Row[] = [];
for (const cases of sizes.length > 0 ? sizes : [10_000, 100_000]) rows.push(...(await measure(cases)));
print(rows);
printGrowth(rows);

async function measure(cases: number): Promise<Row[]> {
  const dataDir = makeFolder("bench");
  const database = await startEmbedded({ dataDir, log: console.error });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { NODE_ENV: "production", DATA_DIR: join(dataDir, "files"), DATABASE_URL: database.url, CALL_LIMIT: "0" };
  const admin = { ADMIN_EMAIL: cast.elena.email, ADMIN_PASSWORD: cast.elena.password };
  const start = () =>
    startProgram({
      command: [node, ...NODE_FLAGS, join(ROOT, "app/process/main.ts")],
      env: { ...env, ...admin, PORT: String(port) },
    });
  const programs: Program[] = [];
  try {
    let product = start();
    programs.push(product);
    const emptyMs = await untilAnswering(product, port);
    const subjects = await prepare(url, database.url, cases);
    // Restarted on the filled database: its start time is measured, and plans cached on the empty one are dropped.
    await end(product);
    product = start();
    programs.push(product);
    const startMs = await untilAnswering(product, port);
    const reference = await startReference(database.url);
    programs.push(reference.program);
    const idle = residentMegabytes(product);
    const found = await measureAll(cases, url, reference.url, subjects, database.url);
    const resident = residentMegabytes(product);
    console.log(
      `${cases} cases: start ${Math.round(startMs)} ms ${bar(startMs <= 2_000, "2000 ms")}, with an empty database ${Math.round(emptyMs)} ms ${bar(emptyMs <= 5_000, "5000 ms")}`,
    );
    console.log(
      `${cases} cases: resident ${idle} MB before the load and ${resident} MB after it ${bar(resident <= 200, "200 MB")}`,
    );
    return found;
  } finally {
    for (const program of programs) await end(program);
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startReference(databaseUrl: string) {
  const port = await freePort();
  const command: [string, ...string[]] = [node, join(ROOT, "tests/bench/reference.ts")];
  const program = startProgram({
    command,
    env: { DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: "production" },
  });
  await wait(1_000);
  return { program, url: `http://127.0.0.1:${port}` };
}

async function measureAll(
  cases: number,
  url: string,
  referenceUrl: string,
  subjects: Subjects,
  databaseUrl: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  const forget = () =>
    client.query(
      `set session_replication_role = replica; delete from matches where message like 'Trabajo con rodillas%'`,
    );
  const writing = async () => {
    const {
      rows: [row],
    } = await client.query<{ count: number }>(`select count(*)::int from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%insert into%matches%' and state <> 'idle'`);
    return row?.count ?? 0;
  };
  const found: Row[] = [];
  for (const [what, question] of Object.entries(ourAsked(subjects))) {
    const sides: Record<"product" | "reference", Figures[]> = { product: [], reference: [] };
    const run = async (side: "product" | "reference", asked: Asked | null, seconds: number) => {
      if (!asked) return;
      sides[side].push(await load(asked, seconds));
      if (!question.writes) return;
      // Waits until pending background writes are done.
      do await wait(500);
      while ((await writing()) > 0);
      await forget();
    };
    for (let round = 0; round <= ROUNDS; round++) {
      // The first, short round warms up the JIT.
      if (round === 1) for (const side of Object.values(sides)) side.length = 0;
      const seconds = round === 0 ? 3 : SECONDS;
      await run("product", question.product(url), seconds);
      await run("reference", question.reference?.(referenceUrl) ?? null, seconds);
    }
    found.push({
      cases,
      what,
      product: median(sides.product),
      reference: sides.reference.length > 0 ? median(sides.reference) : null,
    });
    print(found.slice(-1));
  }
  await client.end();
  return found;
}

function median(figures: Figures[]): Figures {
  const middle = (name: keyof Figures) =>
    figures.map((figure) => figure[name]).toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;
  return { perSecond: middle("perSecond"), p50: middle("p50"), p99: middle("p99") };
}

function residentMegabytes({ child }: Program): number {
  const pages = Number(readFileSync(`/proc/${child.pid}/statm`, "utf8").split(" ")[1]);
  return Math.round((pages * 4096) / 1e6);
}

async function end({ child, ended }: Program) {
  child.kill("SIGTERM");
  await ended;
}

function print(measured: Row[]) {
  for (const { cases, what, product, reference } of measured) {
    const ours = `${Math.round(product.perSecond)}/s, p50 ${product.p50} ms, p99 ${product.p99} ms`;
    console.log(
      `${cases} cases, ${CONNECTIONS} connections, ${what}: ${ours}${reference ? beside(what, product, reference) : ""}`,
    );
  }
}

function beside(what: string, product: Figures, reference: Figures): string {
  const ratio = product.perSecond / reference.perSecond;
  const least = RATIOS[what];
  const bars = least
    ? bar(ratio >= least, String(least))
    : bar(product.perSecond >= 300 && product.p99 < 100, "300/s, p99 100 ms");
  return `; reference ${Math.round(reference.perSecond)}/s, p99 ${reference.p99} ms; ratio ${ratio.toFixed(2)} ${bars}`;
}

function bar(isReached: boolean, wanted: string): string {
  return `(${isReached ? "reached" : "NOT reached"}: ${wanted})`;
}

/** How each request's cost grew from the fewest to the most cases, as the ratio of requests per second. */
function printGrowth(measured: Row[]) {
  for (const first of measured) {
    const last = measured.findLast(({ what }) => what === first.what);
    if (!last || last.cases <= first.cases || measured.find(({ what }) => what === first.what) !== first) continue;
    const times = (side: "product" | "reference") => {
      const [few, many] = [first[side]?.perSecond, last[side]?.perSecond];
      return few && many ? `${side} × ${(many / few).toFixed(2)}` : "";
    };
    console.log(
      `${first.what}, from ${first.cases} to ${last.cases} cases: ${[times("product"), times("reference")].filter(Boolean).join(", ")}`,
    );
  }
}
