import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { foldAll } from "../flow/fold-all.ts";
import { runMaintenance } from "../../app/platform/maintenance.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { outcome, type Person } from "../support/people.ts";
import { openNode, openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

const TOKEN = "a token of the tests, long enough to be one";
let testApp: TestApp;
let ana: Person;
let carla: Person;

beforeAll(async () => {
  testApp = await openTestApp({ METRICS_TOKEN: TOKEN });
  carla = await testApp.approvedKine(cast.carla);
  ana = await testApp.signUp(cast.ana);
  await confirmAddresses(testApp.db, ana);
});
afterAll(() => testApp?.close());

const read = (token: string | null, url = testApp.url) =>
  fetch(`${url}/metrics`, { headers: token === null ? {} : { authorization: `Bearer ${token}` } });
/** The value of the line with this start. */
async function valueOf(start: string): Promise<number> {
  const line = (await (await read(TOKEN)).text()).split("\n").find((each) => each.startsWith(`${start} `));
  return Number(line?.slice(start.length + 1));
}

test("metrics are there for who shows the token, and for nobody where none is set", async () => {
  expect((await read(TOKEN)).status).toBe(200);
  for (const token of [null, "", "another", await ana.token()]) expect((await read(token)).status).toBe(404);
  const silent = await openTestApp();
  for (const token of [null, "null", TOKEN]) expect((await read(token, silent.url)).status).toBe(404);
  await silent.close();
});

test("calls, refusals, sign-ins, streams, jobs and cases are counted", async () => {
  const { id: first } = await ana.api.cases.create({ title: "Rodilla", description: "Duele" });
  await ana.api.cases.create({ title: "Hombro", description: "Duele" });
  const { id } = await carla.api.matches.apply({ case_id: first });
  expect(await outcome(carla.api.matches.apply({ case_id: first }))).toBe("ALREADY_APPLIED");
  await ana.api.matches.accept({ id });
  const events = await ana.api.live.events();
  await events.next();
  await testApp.signIn(cast.ana);
  expect(await valueOf('kinexo_procedure_seconds_count{procedure="cases.create",outcome="ok"}')).toBe(2);
  expect(await valueOf('kinexo_procedure_seconds_count{procedure="matches.apply",outcome="ALREADY_APPLIED"}')).toBe(1);
  expect(await valueOf('kinexo_sign_ins_total{way="password",outcome="ok"}')).toBeGreaterThanOrEqual(1);
  expect(await valueOf("kinexo_streams")).toBe(1);
  expect(await valueOf("kinexo_pool_connections")).toBeGreaterThan(0);
  await events.return();
  expect(await valueOf("kinexo_job_oldest_due_seconds")).toBeGreaterThanOrEqual(0);
  expect(await valueOf('kinexo_queue{queue="requests",state="late"}')).toBe(0);
  expect(await valueOf("kinexo_database_bytes")).toBeGreaterThan(1e6);
  const later = await readElsewhere();
  expect(later).toContain('kinexo_cases{status="open"} 1');
  expect(later).toContain('kinexo_cases{status="matched"} 1');
  expect(later).toContain("kinexo_cases_filled_ratio 0.5");
});

/** The metrics of a new node, with empty counters, on the same database. */
async function readElsewhere(): Promise<string> {
  const node = await openNode(testApp.databaseUrl, { environment: { METRICS_TOKEN: TOKEN } });
  const text = await (await read(TOKEN, node.url)).text();
  await node.close();
  return text;
}

test("nothing in them names anybody or grows with what strangers ask", async () => {
  await fetch(`${testApp.url}/rpc/cases/nothing${crypto.randomUUID()}`, { method: "POST" });
  await fetch(`${testApp.url}/auth/v1/token?grant_type=${crypto.randomUUID()}`, { method: "POST" });
  await fetch(`${testApp.url}/${crypto.randomUUID()}`);
  const text = await (await read(TOKEN)).text();
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  for (const { email, metadata } of [cast.ana, cast.carla]) {
    expect(text).not.toContain(email);
    expect(text).not.toContain(String(metadata["name"]));
  }
  expect(text).toContain('kinexo_request_seconds_count{kind="accounts"');
});

/** The names of metrics in a file of the deployment. */
const namesIn = (file: string) =>
  new Set(
    [
      ...readFileSync(join(import.meta.dirname, "../../deploy", file), "utf8").matchAll(
        /\b(?:kinexo|nodejs|process)_\w+/g,
      ),
    ].map(([name]) => name.replace(/_(bucket|count)$/, "")),
  );

test("the dashboard and the alerts ask for nothing that is not told, and each metric of ours is in one of them", async () => {
  // Without a backup its age is not told.
  for (const task of ["backup", "backup_verified"] as const)
    await runMaintenance(testApp.db, task, async () => undefined);
  // Nor a share of few cases.
  await sql`insert into flow_counts (day, place, modality, zone, step, after, n)
    values (current_date - 14, '', '', '', 'published', 0, 20)`.execute(testApp.db);
  await foldAll(testApp.db);
  const exposed = await readElsewhere();
  const told = new Set([...exposed.matchAll(/^# HELP (\w+) /gm)].map(([, name = ""]) => name));
  const asked = new Set([...namesIn("grafana.json"), ...namesIn("alerts.yaml")]);
  expect(asked.size).toBeGreaterThan(20);
  // With a replica only: tests/replica/replica.test.ts reads them.
  const replica = ["kinexo_replica_in_use", "kinexo_replica_age_seconds"];
  expect([...asked].filter((name) => !told.has(name) && !replica.includes(name))).toEqual([]);
  expect([...told].filter((name) => name.startsWith("kinexo_") && !asked.has(name))).toEqual([]);
  const labels = new Set(
    [...exposed.matchAll(/^kinexo_\w+\{([^}]*)\}/gm)].flatMap(([, of = ""]) => of.match(/\w+(?==)/g) ?? []),
  );
  const program = [
    "chore",
    "kind",
    "le",
    "outcome",
    "procedure",
    "queue",
    "service",
    "state",
    "status",
    "task",
    "version",
    "way",
  ];
  expect(labels.size).toBeGreaterThan(5);
  expect([...labels].filter((label) => !program.includes(label))).toEqual([]);
});

test("there are ten alerts, each with the time for which it must hold, and what is counted for all nodes is not summed over them", () => {
  const alerts = readFileSync(join(import.meta.dirname, "../../deploy/alerts.yaml"), "utf8");
  const rules = alerts.split(/^ {6}- alert: /m).slice(1);
  expect(rules).toHaveLength(10);
  for (const rule of rules) expect(rule).toMatch(/^\w+\n {8}expr: .+\n {8}for: \d+[mh]\n/);
  expect(alerts).toContain("absent(kinexo_backup_age_seconds)");
  const dashboard = JSON.parse(readFileSync(join(import.meta.dirname, "../../deploy/grafana.json"), "utf8")) as {
    panels: { type: string; title: string; targets?: { expr: string }[] }[];
  };
  expect(dashboard.panels.filter(({ type }) => type === "row").map(({ title }) => title)).toEqual([
    "Mercado",
    "Promesas",
    "Correo y tareas",
    "Sistema",
  ]);
  const counted = /kinexo_(jobs|job_oldest|cases|messages|message_oldest|bounces|queue|chore|backup|database)/;
  for (const { expr } of dashboard.panels.flatMap(({ targets = [] }) => targets))
    if (counted.test(expr)) expect(expr).toMatch(/^(sum by \(\w+\) \()?max( by|\()/);
});
