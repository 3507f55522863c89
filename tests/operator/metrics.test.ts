import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runMaintenance } from "../../app/platform/maintenance.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { outcome, type Person } from "../support/people.ts";
import { openNode, openTestApp, type TestApp } from "../support/test-app.ts";

const TOKEN = "a token of the tests, long enough to be one";
let testApp: TestApp;
let ana: Person;
let carla: Person;

beforeAll(async () => {
  testApp = await openTestApp({ METRICS_TOKEN: TOKEN });
  carla = await testApp.approvedKine(cast.carla);
  ana = await testApp.signUp(cast.ana);
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
  expect(await valueOf('kinexo_jobs{state="failed"}')).toBe(0);
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

test("the dashboard asks for nothing that is not told", async () => {
  // Without a backup its age is not told.
  for (const task of ["backup", "backup_verified"] as const)
    await runMaintenance(testApp.db, task, async () => undefined);
  const exposed = await readElsewhere();
  const { panels } = JSON.parse(readFileSync(join(import.meta.dirname, "../../deploy/grafana.json"), "utf8")) as {
    panels: { targets: { expr: string }[] }[];
  };
  const names = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:kinexo|nodejs|process)_\w+/g) ?? []),
  );
  expect(names.length).toBeGreaterThanOrEqual(panels.length);
  expect(names.filter((name) => !exposed.includes(`# HELP ${name.replace(/_(bucket|count)$/, "")} `))).toEqual([]);
});
