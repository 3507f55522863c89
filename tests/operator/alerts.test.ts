import { afterAll, beforeAll, expect, test } from "vitest";
import { runMaintenance } from "../../app/platform/maintenance.server.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { alertRules, evaluated, type Rule, type Samples, samplesOf, type Scrape } from "./alert-rules.ts";

const TOKEN = "a token of the tests, long enough to be one";
const MINUTE = 60;
const NODES = ["one", "two"];
let testApp: TestApp;
/** The metrics of a node in order. */
let healthy: string;

beforeAll(async () => {
  testApp = await openTestApp({ METRICS_TOKEN: TOKEN });
  for (const task of ["backup", "backup_verified"] as const)
    await runMaintenance(testApp.db, task, async () => undefined);
  const answer = await fetch(`${testApp.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await answer.text();
  healthy = text
    .split("\n")
    .filter((line) => line.startsWith("kinexo_"))
    .join("\n");
});
afterAll(() => testApp?.close());

/** The metrics with these lines in place of those of the same series; null takes a metric away. */
function changed(lines: Record<string, number | null>): string {
  const starts = Object.keys(lines);
  const kept = healthy.split("\n").filter((line) => !starts.some((start) => line.startsWith(`${start} `)));
  return [...kept, ...starts.flatMap((start) => (lines[start] === null ? [] : [`${start} ${lines[start]}`])), ""].join(
    "\n",
  );
}

const read = new Map<string, Samples>();
/** What two nodes tell, which say the same. */
function samples(text: string): Samples {
  const known = read.get(text) ?? merged(NODES.map((instance) => samplesOf(text, { instance })));
  read.set(text, known);
  return known;
}
const merged = (nodes: Samples[]): Samples =>
  new Map([...nodes[0]!.keys()].map((name) => [name, nodes.flatMap((node) => node.get(name)!)]));

/** The scrapes of two nodes, one a minute: in order, then what `trouble` says of each minute for so long, then in order again. */
const scrapesOf = (minutes: number, trouble: (minute: number) => string): Scrape[] =>
  Array.from({ length: minutes + 60 }, (_, at) => ({
    at: at * MINUTE,
    samples: samples(at >= 30 && at < 30 + minutes ? trouble(at - 30) : healthy),
  }));

/** The minutes at which alerts of a rule began to fire and ended, as Prometheus takes `for`: by labels, in a row. */
function firings({ of, seconds }: Rule, scrapes: readonly Scrape[]): { began: number; ended: number | null }[] {
  const since = new Map<string, number>();
  const fired = new Map<string, { began: number; ended: number | null }>();
  const all: { began: number; ended: number | null }[] = [];
  for (const [n, { at }] of scrapes.entries()) {
    const found = new Set(of(scrapes.slice(Math.max(0, n - 10), n + 1)).map(({ labels }) => JSON.stringify(labels)));
    for (const key of since.keys()) {
      if (found.has(key)) continue;
      since.delete(key);
      const firing = fired.get(key);
      if (firing) firing.ended = at / MINUTE;
      fired.delete(key);
    }
    for (const key of found) {
      if (!since.has(key)) since.set(key, at);
      if (at - since.get(key)! < seconds || fired.has(key)) continue;
      const firing = { began: at / MINUTE, ended: null };
      fired.set(key, firing);
      all.push(firing);
    }
  }
  return all;
}

const gone = () => "";
const lines = (of: Record<string, number | null>) => () => changed(of);
const FAILED = 'kinexo_procedure_seconds_count{procedure="cases.create",outcome="INTERNAL_SERVER_ERROR"}';
/** The trouble of each rule: what the nodes tell in its minutes. */
const TROUBLES: [alert: string, trouble: (minute: number) => string][] = [
  ["KinexoBackupMissing", lines({ kinexo_backup_age_seconds: 27 * 3600 })],
  ["KinexoBackupMissing", lines({ kinexo_backup_age_seconds: null })],
  ["KinexoBackupUnverified", lines({ kinexo_backup_verified_age_seconds: 41 * 86_400 })],
  ["KinexoBackupUnverified", lines({ kinexo_backup_verified_age_seconds: null })],
  ["KinexoJobsFailed", lines({ 'kinexo_jobs{state="failed",task="sendMessage"}': 1 })],
  ["KinexoJobsLate", lines({ kinexo_job_oldest_due_seconds: 1_000 })],
  ["KinexoMailsLate", lines({ kinexo_message_oldest_seconds: 90_000 })],
  ["KinexoMailsBounce", lines({ 'kinexo_messages{state="sent"}': 200, 'kinexo_bounces{kind="hard"}': 15 })],
  ["KinexoCallsFail", (minute) => changed({ [FAILED]: minute + 1 })],
  ["KinexoConnectionsShort", lines({ kinexo_pool_waiting: 6 })],
  ["KinexoDiskFull", lines({ kinexo_disk_free_bytes: 1e9 })],
  ["KinexoAway", gone],
];

test("a node in order raises no alert", () => {
  for (const rule of alertRules()) expect(firings(rule, scrapesOf(0, gone)), rule.name).toEqual([]);
});

test("every alert has a trouble of this table", () => {
  expect([...new Set(TROUBLES.map(([name]) => name))].toSorted()).toEqual(
    alertRules()
      .map(({ name }) => name)
      .toSorted(),
  );
});

test.each(TROUBLES)(
  "%s fires once while its trouble lasts, after the time that it waits for, and ends with it",
  (name, trouble) => {
    const rule = alertRules().find((one) => one.name === name)!;
    const wait = rule.seconds / MINUTE;
    const long = wait + 30;
    // Alerts of a node are one for each.
    const perNode = rule.expr.includes("by (instance)") ? NODES.length : 1;
    const fired = firings(rule, scrapesOf(long, trouble));
    expect(fired).toHaveLength(perNode);
    // A rate needs a second scrape to rise from, and holds for its five minutes.
    const slack = rule.expr.includes("rate(") ? 5 : 0;
    for (const { began, ended } of fired) {
      expect(began).toBeGreaterThanOrEqual(30 + wait);
      expect(began).toBeLessThanOrEqual(30 + wait + slack);
      expect(ended).toBeGreaterThanOrEqual(30 + long);
      expect(ended).toBeLessThanOrEqual(30 + long + slack);
    }
    if (name === "KinexoAway") return;
    for (const other of alertRules().filter((one) => one.name !== name))
      expect(firings(other, scrapesOf(long, trouble)), other.name).toEqual([]);
  },
);

test("a trouble shorter than its alert waits for raises none", () => {
  for (const [name, trouble] of TROUBLES) {
    const rule = alertRules().find((one) => one.name === name)!;
    const slack = rule.expr.includes("rate(") ? 5 : 0;
    const short = rule.seconds / MINUTE - slack - 1;
    if (short > 0) expect(firings(rule, scrapesOf(short, trouble)), name).toEqual([]);
  }
});

test("what two nodes count in one database is counted once: ten jobs that failed are not twenty, and nine bounces of two hundred mails no twentieth", () => {
  const one = scrapesOf(1, lines({ 'kinexo_messages{state="sent"}': 200, 'kinexo_bounces{kind="hard"}': 9 })).slice(
    0,
    31,
  );
  const bounce = alertRules().find(({ name }) => name === "KinexoMailsBounce")!;
  expect(bounce.of(one)).toEqual([]);
  const jobs = scrapesOf(1, lines({ 'kinexo_jobs{state="failed",task="a"}': 10 })).slice(0, 31);
  expect(evaluated('sum(max by (task) (kinexo_jobs{state="failed"}))')(jobs)).toEqual([{ labels: {}, value: 10 }]);
});
