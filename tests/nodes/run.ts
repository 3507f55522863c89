// npm test -- --set nodes: two nodes behind haproxy, restarted, killed and cut off from PostgreSQL under load.
import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { makeFolder } from "../support/folder.ts";
import { startS3 } from "../support/s3-server.ts";
import { freePort, type Program } from "../start/program.ts";
import { startStoppable } from "../support/stoppable-database.ts";
import { startBalancer } from "./balancer.ts";
import { openLoad, type Tally } from "./load.ts";
import { faultsOf, startNode, untilReady } from "./node.ts";

const SECONDS = Number(process.env["NODES_SECONDS"] ?? 10);
const NODES = 2;
const closing: (() => unknown)[] = [];
const problems: string[] = [];

const database = await startStoppable();
closing.unshift(() => database.close());
const s3 = await startS3();
closing.unshift(() => s3.close());
const ports = await Promise.all(Array.from({ length: NODES }, freePort));
const balancer = await startBalancer(ports);
closing.unshift(() => balancer.process.kill("SIGTERM"));
const nodes: Program[] = [];

/** Starts one node on an existing or new data folder, and waits until it is ready. */
const folders = ports.map(() => makeFolder("node"));
async function start(index: number): Promise<void> {
  const env = { DATABASE_URL: database.url, ...s3.env };
  nodes[index] = await startNode({
    port: ports[index] ?? 0,
    publicUrl: balancer.url,
    dataDir: folders[index] ?? "",
    env,
  });
}

async function endNode(index: number, signal: NodeJS.Signals): Promise<void> {
  nodes[index]?.child.kill(signal);
  await nodes[index]?.ended;
}

function report(what: string, { requests, failed, slowest, received }: Tally, more = ""): number {
  const count = [...failed.values()].reduce((sum, one) => sum + one, 0);
  const kinds = [...failed].map(([kind, times]) => `${times} × ${kind}`).join(", ");
  console.log(
    `${what}: ${requests} requests, ${count} failed${kinds && ` (${kinds})`}, slowest ${Math.round(slowest)} ms, ${received} live events received${more}`,
  );
  if (received === 0) problems.push(`${what}: no live event was received`);
  return count;
}

try {
  await Promise.all(ports.map((_, index) => start(index)));
  await untilReady(balancer.url);
  const load = await openLoad(balancer.url);
  load.take();
  await wait(SECONDS * 1_000);
  if (report("undisturbed", load.take()) > 0) problems.push("requests failed though nothing happened");

  for (let round = 0; round < 3; round += 1) {
    for (let index = 0; index < NODES; index += 1) {
      await endNode(index, "SIGTERM");
      await start(index);
      await wait(500);
    }
  }
  if (report(`${3 * NODES} rolling restarts`, load.take()) > 0)
    problems.push("requests failed during rolling restarts");

  const killed = performance.now();
  await endNode(0, "SIGKILL");
  await wait(SECONDS * 1_000);
  const afterKill = load.take();
  const seconds = Math.max(afterKill.lastFailure - killed, 0) / 1000;
  const lost = report("one node killed", afterKill, `, the last failure after ${seconds.toFixed(1)} s`);
  if (seconds > 3 || lost > 100) problems.push("a killed node was felt for too long");
  await start(0);
  await wait(1_000);
  if (report("that node started again", load.take()) > 0) problems.push("requests failed while a node came up");

  await database.stop();
  await wait(3_000);
  await database.start();
  const back = performance.now();
  await untilReady(balancer.url);
  const recovered = performance.now() - back;
  await wait(SECONDS * 1_000);
  const restarted = load.take();
  const last = Math.max(restarted.lastFailure - back, 0);
  report(
    "PostgreSQL away for 3 s",
    restarted,
    `; ready again after ${Math.round(recovered)} ms, the last failure after ${Math.round(last)} ms`,
  );
  const others = [...restarted.failed.keys()].filter((kind) => !kind.endsWith(" 503"));
  if (others.length > 0) problems.push(`answers other than 503 while PostgreSQL was away: ${others.join(", ")}`);
  if (last > 10_000) problems.push("the nodes were slow to find PostgreSQL again");

  const { acknowledged, lost: missing } = await load.stop();
  console.log(`${acknowledged} edits acknowledged, ${missing.length} lost`);
  if (acknowledged === 0) problems.push("nothing was written");
  problems.push(...missing);
} catch (error) {
  problems.push((error as Error).message);
} finally {
  for (let index = 0; index < NODES; index += 1) await endNode(index, "SIGTERM");
  for (const fault of faultsOf(nodes)) problems.push(`a fault: ${fault}`);
  for (const close of closing) await close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "nothing amiss" : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
