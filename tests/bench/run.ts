// npm run bench [CASES …]: how fast the product is beside a bare server on the same data, at each number of cases.
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { cast } from "../../db/cast.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { makeFolder } from "../folder.ts";
import { enter, enterApproved, like } from "../people.ts";
import { fill } from "../scale.ts";
import { freePort, ROOT, startProgram, untilAnswering, type Program } from "../start/program.ts";
import { CONNECTIONS, load, type Asked, type Figures } from "./load.ts";
import { ourAsked, type Subjects } from "./questions.ts";

const ROUNDS = 3;
const SIGNING_IN = 8;
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 8);
const node = join(ROOT, "node_modules/.bin/node");
const sizes = process.argv.slice(2).map(Number);

type Row = { cases: number; what: string; product: Figures; reference: Figures | null };
const rows: Row[] = [];
for (const cases of sizes.length > 0 ? sizes : [10_000, 100_000]) rows.push(...(await measure(cases)));
print(rows);

async function measure(cases: number): Promise<Row[]> {
  const dataDir = makeFolder("bench");
  const database = await startEmbedded({ dataDir, log: console.error });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { NODE_ENV: "production", DATA_DIR: join(dataDir, "files"), DATABASE_URL: database.url };
  const admin = { ADMIN_EMAIL: cast.elena.email, ADMIN_PASSWORD: cast.elena.password };
  const start = () => startProgram({ command: [node, join(ROOT, "app/main.ts")], env: { ...env, ...admin, PORT: String(port) } });
  const programs: Program[] = [];
  try {
    let product = start();
    programs.push(product);
    await untilAnswering(product, port);
    const subjects = await prepare(url, database.url, cases);
    // Once more, with the filled database: its start counts, and plans of an empty one are forgotten.
    await end(product);
    product = start();
    programs.push(product);
    const startMs = await untilAnswering(product, port);
    const reference = await startReference(database.url);
    programs.push(reference.program);
    const idle = residentMegabytes(product);
    const found = await measureAll(cases, url, reference.url, subjects, database.url);
    console.log(`${cases} cases: start ${Math.round(startMs)} ms, resident ${idle} MB before and ${residentMegabytes(product)} MB after the load`);
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
  const program = startProgram({ command, env: { DATABASE_URL: databaseUrl, PORT: String(port), NODE_ENV: "production" } });
  await wait(1_000);
  return { program, url: `http://127.0.0.1:${port}` };
}

/** Fills the database and gives a specialist and a patient who can sign in the place of two people of the filling. */
async function prepare(url: string, databaseUrl: string, cases: number): Promise<Subjects> {
  const stamp = randomInt(1e9);
  const patients = Array.from({ length: SIGNING_IN }, (_, n) => like(cast.ana, `Ana Carga ${stamp + n}`));
  const [patient] = await Promise.all(patients.map((member) => enter(url, member, "sign up")));
  if (!patient) throw new Error("nobody signed up");
  const kine = await enterApproved(url, like(cast.carla, `Carla Carga ${stamp}`, { license_number: `B ${stamp}` }));
  const startedAt = Date.now();
  await fill(databaseUrl, { patients: 20_000, kines: 5_000, cases, reviews: Math.min(100_000, cases / 10), applications: 6 });
  console.log(`${cases} cases made in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const ids = async (text: string) => (await client.query<{ id: string }>(text)).rows.map(({ id }) => id);
  const [oldKine] = await ids("select kine_id as id from reviews order by id desc limit 1");
  const [oldPatient] = await ids("select patient_id as id from cases where status <> 'closed' order by id desc limit 1");
  await client.query(`
    set session_replication_role = replica;
    update matches set kine_id = '${kine.id}' where kine_id = '${oldKine}';
    update reviews set kine_id = '${kine.id}' where kine_id = '${oldKine}';
    update availabilities set kine_id = '${kine.id}' where kine_id = '${oldKine}';
    update cases set patient_id = '${patient.id}' where patient_id = '${oldPatient}';
    set session_replication_role = default;
    select recount();
  `);
  const open = await ids(`select id from cases c where status = 'open' and not exists (
    select from matches m where m.case_id = c.id and m.kine_id = '${kine.id}') order by id desc limit 100000`);
  const asset = /src="(\/assets\/[^"]+\.js)"|href="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(url)).text());
  await client.query("vacuum analyze");
  await client.end();
  return {
    kine: { id: kine.id, token: await kine.token() },
    patient: { id: patient.id, token: await patient.token() },
    members: patients.map(({ email, password }) => ({ email, password })),
    open,
    asset: asset?.[1] ?? asset?.[2] ?? "/favicon.svg",
  };
}

async function measureAll(cases: number, url: string, referenceUrl: string, subjects: Subjects, databaseUrl: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  const forget = () => client.query(`set session_replication_role = replica; delete from matches where message like 'Trabajo con rodillas%'`);
  const found: Row[] = [];
  for (const [what, question] of Object.entries(ourAsked(subjects))) {
    const sides: Record<"product" | "reference", Figures[]> = { product: [], reference: [] };
    const run = async (side: "product" | "reference", asked: Asked | null, seconds: number) => {
      if (!asked) return;
      sides[side].push(await load(asked, seconds));
      if (!question.writes) return;
      // What was under way at the end is still written.
      await wait(1_000);
      await forget();
    };
    for (let round = 0; round <= ROUNDS; round++) {
      // The first, short one is for the engines to get warm.
      if (round === 1) for (const side of Object.values(sides)) side.length = 0;
      const seconds = round === 0 ? 3 : SECONDS;
      await run("product", question.product(url), seconds);
      await run("reference", question.reference?.(referenceUrl) ?? null, seconds);
    }
    found.push({ cases, what, product: median(sides.product), reference: sides.reference.length > 0 ? median(sides.reference) : null });
    print(found.slice(-1));
  }
  await client.end();
  return found;
}

function median(figures: Figures[]): Figures {
  const middle = (name: keyof Figures) => figures.map((figure) => figure[name]).toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;
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
    const theirs = reference ? `; reference ${Math.round(reference.perSecond)}/s, ratio ${(product.perSecond / reference.perSecond).toFixed(2)}` : "";
    console.log(`${cases} cases, ${CONNECTIONS} connections, ${what}: ${ours}${theirs}`);
  }
}
