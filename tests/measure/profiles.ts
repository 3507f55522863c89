// npm run bench -- profiles [BUILD]: pages of distinct public profiles, as full as they get and packed, as a crawler asks for them; and one page alone.
// PROFILE_FLAGS are given to the measured Node besides, such as `--cpu-prof`.
import { rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { NODE_FLAGS } from "../../bin/node-flags.mjs";
import { startEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { publishVocabulary } from "../../app/domain/vocabulary/publish-vocabulary.server.ts";
import { processorMs, residentMegabytes } from "../bench/processes.ts";
import { freePort, type Program, ROOT, startProgram, untilAnswering } from "../start/program.ts";
import { fill } from "../support/fill-database.ts";
import { makeFolder } from "../support/folder.ts";

const BUILD = process.argv[2] ?? join(ROOT, "build");
const PROFILES = 5_000;
const CONNECTIONS = 32;
const MINUTE_MS = 60_000;
const WARM_UP = 1_500;
const OF_ONE = 3_000;
/** A rest for the garbage collector, which works in pauses between requests. */
const REST_MS = 30_000;
const BARS = { perCore: 300, p99: 150, loaded: 300, rested: 220 };

const dataDir = makeFolder("profiles");
const database = await startEmbedded({ dataDir, log: console.error });
await migrate(database.url);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
let program: Program | undefined;
const pid = () => program?.child.pid ?? 0;

function ask(id: string): Promise<{ status: number; bytes: number; ms: number }> {
  const since = performance.now();
  return new Promise((answered, failed) => {
    get(`${origin}/kines/${id}`, { agent, headers: { "accept-encoding": "gzip" } }, (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => (bytes += part.length));
      response.on("end", () => answered({ status: response.statusCode ?? 0, bytes, ms: performance.now() - since }));
    }).on("error", failed);
  });
}

/** Requests each id that `next` returns until it returns undefined, and prints the speed. */
async function round(name: string, next: () => string | undefined) {
  const times: number[] = [];
  let [wrong, bytes] = [0, 0];
  const [cpu, since] = [processorMs(pid()), performance.now()];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let id = next(); id; id = next()) {
        const answer = await ask(id);
        if (answer.status !== 200) wrong += 1;
        times.push(answer.ms);
        bytes += answer.bytes;
      }
    }),
  );
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  const perSecond = times.length / ((performance.now() - since) / 1_000);
  const cost = (processorMs(pid()) - cpu) / times.length;
  console.log(
    `${name}: ${times.length} pages of ${(bytes / times.length / 1_000).toFixed(1)} kB, ${wrong} wrong, ${perSecond.toFixed(0)} a second, ` +
      `${(1_000 / cost).toFixed(0)} a second of the program's processor (${cost.toFixed(2)} ms each), p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, ` +
      `${residentMegabytes(pid())} MB`,
  );
  return { p99: at(0.99), perCore: 1_000 / cost, wrong };
}

/** The profiles in a random order, each once. */
const shuffled = (ids: readonly string[]) =>
  ids
    .map((id) => ({ id, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ id }) => id);

/** A bio, ten reviews with texts and all main facts: what `fill` leaves out. */
async function fillProfiles(): Promise<string[]> {
  const { db } = openDatabase(database.url, { max: 1, onError: console.error });
  await publishVocabulary(db);
  await db.destroy();
  const kines = Math.ceil((PROFILES / 98) * 100);
  await fill(database.url, { patients: 5_000, kines, cases: 12 * kines, reviews: 10 * kines });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    set session_replication_role = replica;
    update profiles set location_city = 'Palermo', price_range = '$25.000 - $35.000', modalities = 'consultorio, domicilio',
      bio = repeat('Quince años con rodillas y hombros de deportistas. ', 6) || id where license_number is not null;
    update reviews set comment = repeat('Explica cada ejercicio y responde los mensajes. ', 3) || id;`);
  const { rows } = await client.query<{ id: string }>("select id from public_profiles order by id limit $1", [
    PROFILES,
  ]);
  await client.query("vacuum analyze");
  await client.end();
  return rows.map(({ id }) => id);
}

try {
  const ids = await fillProfiles();
  program = startProgram({
    command: [
      join(ROOT, "node_modules/.bin/node"),
      ...NODE_FLAGS,
      ...(process.env["PROFILE_FLAGS"]?.split(" ") ?? []),
      join(ROOT, "app/process/main.ts"),
      "--build",
      BUILD,
    ],
    env: {
      NODE_ENV: "production",
      CALL_LIMIT: "0",
      DATA_DIR: join(dataDir, "files"),
      DATABASE_URL: database.url,
      SECRET: "a secret of this measurement alone, long enough",
      PORT: String(port),
      PUBLIC_URL: origin,
    },
  });
  await untilAnswering(program, port);
  console.log(`${ids.length} profiles, ${CONNECTIONS} connections, ${residentMegabytes(pid())} MB at the start`);
  const inTurn = (list: string[]) => () => list.pop();
  await round("warm-up", inTurn(shuffled(ids).slice(0, WARM_UP)));
  const once = await round("distinct pages, each once", inTurn(shuffled(ids)));
  const until = performance.now() + MINUTE_MS;
  let left: string[] = [];
  const minute = await round("a minute of random pages", () => {
    if (performance.now() > until) return undefined;
    if (left.length === 0) left = shuffled(ids);
    return left.pop();
  });
  const loaded = residentMegabytes(pid());
  await wait(REST_MS);
  const rested = residentMegabytes(pid());
  console.log(
    `${loaded} MB after the minute (bar ${BARS.loaded}), ${rested} MB after ${REST_MS / 1_000} s of rest (bar ${BARS.rested})`,
  );
  await round("one page, the best case", inTurn(Array.from({ length: OF_ONE }, () => ids[0] ?? "")));
  const isReached =
    Math.min(once.perCore, minute.perCore) >= BARS.perCore &&
    Math.max(once.p99, minute.p99) <= BARS.p99 &&
    once.wrong + minute.wrong === 0 &&
    loaded <= BARS.loaded &&
    rested <= BARS.rested;
  if (!isReached) process.exitCode = 1;
  console.log(
    `bars (${BARS.perCore} a second and core, p99 ${BARS.p99} ms, ${BARS.loaded} and ${BARS.rested} MB): ${isReached ? "reached" : "NOT reached"}`,
  );
} finally {
  agent.destroy();
  program?.child.kill("SIGTERM");
  await program?.ended;
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
