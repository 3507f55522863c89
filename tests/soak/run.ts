// npm test -- --set soak: a mixed load with live streams for 20 minutes (SOAK_MINUTES), and the server's memory and sockets afterwards.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { NODE_FLAGS } from "../../bin/node-flags.mjs";
import { cast } from "../../app/demo/cast.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { makeFolder } from "../support/folder.ts";
import { freePort, ROOT, startProgram, untilAnswering } from "../start/program.ts";
import { type Held, openInspector } from "./inspector.ts";
import { openLoad } from "./load.ts";

const MINUTES = Number(process.env["SOAK_MINUTES"] ?? 20);
/** During this share memory grows legitimately: caches fill and code is compiled. */
const WARM_UP = 0.3;
const SAMPLE_MS = Math.min(10_000, MINUTES * 1_500);
/** Idle sockets are closed after 65 seconds, idle database connections after 10. */
const SETTLE_MS = 90_000;
/** In MB per hour; in a shorter run the slope is not significant. */
const MOST_GROWTH = 30;
const LONG_ENOUGH = 10;
const MB = 1e6;

const problems: string[] = [];
const dataDir = makeFolder("soak");
const database = await startEmbedded({ dataDir, log: console.error });
const client = new pg.Client({ connectionString: database.url });
await client.connect();
const port = await freePort();
const program = startProgram({
  command: [
    join(ROOT, "node_modules/.bin/node"),
    "--inspect=127.0.0.1:0",
    ...NODE_FLAGS,
    join(ROOT, "app/process/main.ts"),
  ],
  env: {
    NODE_ENV: "production",
    CALL_LIMIT: "0",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: join(dataDir, "node"),
    DATABASE_URL: database.url,
    ADMIN_EMAIL: cast.elena.email,
    ADMIN_PASSWORD: cast.elena.password,
  },
});

try {
  await untilAnswering(program, port);
  const inspector = await openInspector(program);
  const before = { ...(await inspector.held()), connections: await connections() };
  const load = await openLoad(`http://127.0.0.1:${port}`);
  const begun = performance.now();
  const samples: (Held & { hours: number })[] = [];
  let mostConnections = 0;
  while (performance.now() - begun < MINUTES * 60_000) {
    await wait(SAMPLE_MS);
    samples.push({ hours: (performance.now() - begun) / 3_600_000, ...(await inspector.held()) });
    mostConnections = Math.max(mostConnections, await connections());
  }
  await load.stop();
  const after = await settled(inspector, before);
  const unhandled = await inspector.unhandled();
  inspector.close();

  const { answered, refused, received, streams } = load.tally;
  const codes = [...refused].map(([code, times]) => `${times} × ${code}`).join(", ");
  const warm = samples.filter(({ hours }) => hours > (WARM_UP * MINUTES) / 60);
  const heap = slope(warm, "heap");
  console.log(`${MINUTES} minutes, ${load.streams} streams at once (${streams} opened, ${received} events received)`);
  console.log(`${answered} calls answered, ${codes || "none"} refused`);
  console.log(
    `heap ${mb(warm[0]?.heap)} MB after warm-up, ${mb(warm.at(-1)?.heap)} MB at the end: ${heap.toFixed(1)} MB/h`,
  );
  console.log(
    `resident ${mb(warm[0]?.resident)} MB after warm-up, ${mb(warm.at(-1)?.resident)} MB at the end: ${slope(warm, "resident").toFixed(1)} MB/h`,
  );
  console.log(
    `connections to the database ${before.connections} before, ${mostConnections} at most, ${after.connections} afterwards`,
  );
  console.log(
    `sockets ${before.sockets} before, ${Math.max(...samples.map(({ sockets }) => sockets))} at most, ${after.sockets} afterwards`,
  );
  console.log(`${unhandled.length} unhandled rejections`);
  problems.push(...unhandled);
  if (MINUTES >= LONG_ENOUGH && heap > MOST_GROWTH) problems.push(`the heap grew by more than ${MOST_GROWTH} MB/h`);
  if (after.connections > before.connections) problems.push("connections to the database were left behind");
  if (after.sockets > before.sockets) problems.push("sockets were left behind");
  if (refused.has("INTERNAL_SERVER_ERROR")) problems.push("calls ended in a fault");
  if (received === 0 || answered === 0) problems.push("nothing was received or answered");
} catch (error) {
  problems.push((error as Error).message);
} finally {
  program.child.kill("SIGTERM");
  await program.ended;
  await client.end();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "nothing amiss" : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

/** The held resources once they are no more than before, or after a timeout. */
async function settled(
  inspector: Awaited<ReturnType<typeof openInspector>>,
  before: { sockets: number; connections: number },
) {
  const since = performance.now();
  for (;;) {
    const now = { ...(await inspector.held()), connections: await connections() };
    const isBack = now.sockets <= before.sockets && now.connections <= before.connections;
    if (isBack || performance.now() - since > SETTLE_MS) return now;
    await wait(1_000);
  }
}

async function connections(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
  return rows[0]?.count ?? 0;
}

/** The least-squares slope of the samples, in MB per hour. */
function slope(samples: (Held & { hours: number })[], what: "heap" | "resident"): number {
  const mean = (of: (sample: Held & { hours: number }) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [hours, bytes] = [mean((sample) => sample.hours), mean((sample) => sample[what])];
  const together = mean((sample) => (sample.hours - hours) * (sample[what] - bytes));
  return together / mean((sample) => (sample.hours - hours) ** 2) / MB;
}

function mb(bytes = 0): string {
  return (bytes / MB).toFixed(1);
}
