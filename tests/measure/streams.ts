// npm run bench -- streams [STREAMS]: how fast a node's many live streams deliver a change, and what each costs.
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { NODE_FLAGS } from "../../bin/node-flags.mjs";
import { openDatabase } from "../../app/platform/database/database.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { makeFolder } from "../support/folder.ts";
import { enter } from "../support/people.ts";
import { freePort, ROOT, startProgram, untilAnswering, type Program } from "../start/program.ts";
import { appliedByAll, openStreams, type Round, signedInSpecialists } from "./many-streams.ts";

const STREAMS = Number(process.argv[2] ?? 1_000);
const ROUNDS = 20;
/** The maximum time for an event to reach all of a thousand streams. */
const BAR_MS = 1_000;
const SECRET = "a secret of this measurement alone, long enough";

const dataDir = makeFolder("streams");
const database = await startEmbedded({ dataDir, log: console.error });
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const program = startProgram({
  command: [join(ROOT, "node_modules/.bin/node"), ...NODE_FLAGS, join(ROOT, "app/process/main.ts")],
  env: {
    NODE_ENV: "production",
    CALL_LIMIT: "0",
    DATA_DIR: join(dataDir, "files"),
    DATABASE_URL: database.url,
    SECRET,
    PORT: String(port),
    PUBLIC_URL: url,
  },
});
const { db } = openDatabase(database.url, { max: 2, onError: () => undefined });
const client = new pg.Client({ connectionString: database.url });
let isSoon = false;
try {
  await untilAnswering(program, port);
  await client.connect();
  const ana = await enter(url, cast.ana, "sign up");
  const tokens = await signedInSpecialists(database.url, db, SECRET, url, STREAMS);
  const caseId = await appliedByAll(client, ana.id);
  // Warm-up: modules and code loaded now stay in memory and must not count.
  const warm = await openStreams(url, tokens.slice(0, 50));
  for (let n = 0; n < 3; n += 1) await warm.round(client, ana.id);
  warm.close();
  await wait(5_000);
  const before = residentKilobytes(program);
  const since = performance.now();
  const streams = await openStreams(url, tokens);
  const opened = performance.now() - since;
  const rounds: Round[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    rounds.push(await streams.round(client, ana.id));
    await wait(200);
  }
  const written: Round[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    written.push(await streams.messages(client, caseId));
    await wait(200);
  }
  const after = residentKilobytes(program);
  streams.close();
  const [first, last] = [median(rounds.map((round) => round.first)), median(rounds.map((round) => round.last))];
  const worst = Math.max(...rounds.map((round) => round.last));
  console.log(`${STREAMS} streams of ${STREAMS} people on one node, opened in ${(opened / 1000).toFixed(1)} s`);
  console.log(
    `from the write to the first stream ${first} ms, to the last ${last} ms (medians of ${ROUNDS}), at worst ${Math.round(worst)} ms`,
  );
  console.log(
    `resident ${Math.round(before / 1024)} MB before and ${Math.round(after / 1024)} MB with them: ${Math.round((after - before) / STREAMS)} kB a stream`,
  );
  const message = median(written.map((round) => round.last));
  console.log(
    `from ${STREAMS} messages written at once to the last of their streams ${message} ms (median of ${ROUNDS})`,
  );
  isSoon = last < BAR_MS && message < BAR_MS;
  if (!isSoon) console.error(`the last stream heard after ${BAR_MS} ms or more`);
} finally {
  await Promise.all([db.destroy(), client.end()]);
  program.child.kill("SIGTERM");
  await program.ended;
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(isSoon ? 0 : 1);

function median(numbers: number[]): number {
  return Math.round(numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0);
}

function residentKilobytes({ child }: Program): number {
  return (Number(readFileSync(`/proc/${child.pid}/statm`, "utf8").split(" ")[1]) * 4096) / 1024;
}
