// npm test -- --set failover: two nodes behind pgbouncer and haproxy, and two PostgreSQL servers under Patroni, whose primary is killed under load.
import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { makeFolder } from "../support/folder.ts";
import { openMailServer } from "../mail/smtp-server.ts";
import { startBalancer } from "../nodes/balancer.ts";
import { faultsOf, startNode } from "../nodes/node.ts";
import { freePort, type Program } from "../start/program.ts";
import { startLeaderProxy } from "./leader.ts";
import { openRetryingLoad, type Tally } from "./load.ts";
import { type Loss, startPatroni } from "./patroni.ts";
import { behind, startPgbouncer } from "./pgbouncer.ts";

const ROUNDS = Number(process.env["HA_ROUNDS"] ?? 6);
const SECONDS = Number(process.env["HA_SECONDS"] ?? 10);
/** Longer than the leader's lease and the failover after it. */
const LONGEST_GAP_MS = 120_000;
const NODES = 2;
const closing: (() => unknown)[] = [];
const problems: string[] = [];
const nodes: Program[] = [];

const listed = (kinds: Map<string, number>) =>
  [...kinds].map(([kind, times]) => `${times} × ${kind}`).join(", ") || "none";
function report(what: string, { acknowledged, refused, reads, failedReads, received, longestGap }: Tally): void {
  console.log(
    `${what}: ${acknowledged} writes acknowledged, ${(longestGap / 1000).toFixed(1)} s without one at the longest, tries refused: ${listed(refused)}; ` +
      `${reads} reads, failed: ${listed(failedReads)}; ${received} live events received`,
  );
  for (const kind of [...refused.keys(), ...failedReads.keys()])
    if (!/\b503$/.test(kind)) problems.push(`${what}: an answer other than 503: ${kind}`);
}

async function until(what: string, isSo: () => boolean | Promise<boolean>, ms: number): Promise<void> {
  const since = performance.now();
  while (!(await isSo())) {
    if (performance.now() - since > ms) throw new Error(`not within ${ms / 1000} s: ${what}`);
    await wait(50);
  }
}

async function ask<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Row>(statement, values)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

try {
  const patroni = await startPatroni();
  closing.unshift(() => patroni.stop());
  const leader = await startLeaderProxy(patroni.servers);
  closing.unshift(() => leader.process.kill("SIGTERM"));
  const server = patroni.urlAt(leader.port);
  // Initially haproxy takes the standby for a primary as well.
  await until(
    "a primary behind haproxy",
    () =>
      ask(server, "create database kinexo").then(
        () => true,
        () => false,
      ),
    30_000,
  );
  const directUrl = Object.assign(new URL(server), { pathname: "/kinexo" }).href;
  const pooler = await startPgbouncer(directUrl);
  closing.unshift(() => pooler.stop());
  const smtp = await openMailServer();
  closing.unshift(() => smtp.close());
  const ports = await Promise.all(Array.from({ length: NODES }, freePort));
  const balancer = await startBalancer(ports);
  closing.unshift(() => balancer.process.kill("SIGTERM"));

  const pooledUrl = behind(directUrl, pooler.port);
  const start = async (port: number, env: Record<string, string>) => {
    const dataDir = makeFolder("node");
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    return startNode({
      port,
      publicUrl: balancer.url,
      dataDir,
      env: { DATABASE_URL: pooledUrl, SMTP_URL: smtp.url, ...env },
    });
  };
  const alone = await start(await freePort(), {}).then(
    () => "it started",
    (error: Error) => error.message,
  );
  if (!alone.includes("set DATABASE_DIRECT_URL")) problems.push(`a node that knows the pooler alone: ${alone}`);
  nodes.push(...(await Promise.all(ports.map((port) => start(port, { DATABASE_DIRECT_URL: directUrl })))));
  closing.unshift(async () => {
    for (const node of nodes) node.child.kill("SIGTERM");
    for (const node of nodes) await node.ended;
  });

  const load = await openRetryingLoad(balancer.url);
  load.take();
  await wait(SECONDS * 1_000);
  report("undisturbed", load.take());
  let acknowledged = 0;
  const gaps: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const loss: Loss = round % 2 ? "the whole machine" : "PostgreSQL alone";
    const before = await patroni.primary();
    const bringBack = await patroni.killPrimary(loss);
    load.take();
    await until("writes go on", () => load.acknowledged() > 20, LONGEST_GAP_MS);
    const failedOver = load.take();
    gaps.push(failedOver.longestGap);
    report(`${round}: ${loss} killed`, failedOver);
    bringBack();
    await patroni.untilWhole();
    await wait(SECONDS * 1_000);
    const after = load.take();
    report(`${round}: two servers again, ${before} was written to and ${await patroni.primary()} is`, after);
    if (after.received === 0) problems.push(`round ${round}: no live event was received after it`);
    const due = [...load.added];
    const reached = (address: string) => smtp.received.some(({ recipients }) => recipients.includes(address));
    await until("each message has been sent", () => due.every(reached), 60_000).catch((error: Error) =>
      problems.push(`round ${round}: ${error.message}`),
    );
    console.log(`${round}: ${due.length} messages due, ${due.filter(reached).length} sent`);
    acknowledged += failedOver.acknowledged + after.acknowledged;
  }
  await load.stop();
  const known = await ask<{ email: string }>(directUrl, "select email from profiles where email = any($1)", [
    load.added,
  ]);
  const missing = load.added.filter((address) => !known.some(({ email }) => email === address));
  problems.push(...load.problems, ...missing.map((address) => `${address} was added and is not there`));
  console.log(
    `${ROUNDS} primaries killed: ${acknowledged} writes acknowledged, ${load.problems.length + missing.length} lost or done twice; ` +
      `seconds without a write: ${gaps.map((gap) => (gap / 1000).toFixed(1)).join(", ")}`,
  );
} catch (error) {
  problems.push((error as Error).message);
} finally {
  for (const close of closing) await close();
  for (const fault of faultsOf(nodes)) problems.push(`a fault: ${fault}`);
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "nothing amiss" : `${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
