import { afterAll, beforeAll, expect, test } from "vitest";
import { listenToChanges } from "./live.ts";
import { living } from "./people.ts";
import { only } from "./requests.ts";
import { askEverything, type Findings, judge } from "./run.ts";
import { type Field, openField } from "./fixture.ts";
import { openTestApp, SECRET, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let field: Field;
let findings: Findings;

beforeAll(async () => {
  testApp = await openTestApp();
  const { db, dataDir, url, app } = testApp;
  const { publicUrl } = app.services.settings;
  field = await openField({ url, publicUrl, db, dataDir, secret: SECRET, hasPages: false });
  findings = await askEverything(field);
}, 900_000);
afterAll(() => testApp?.close());

test("no answer shows anybody what the table does not list, and each that the table lists was shown", () => {
  const { leaks, unseen } = judge(field, findings);
  const { answers, cells, seen } = findings;
  console.log(
    `fields: ${answers} answers searched for ${field.canaries.planted.size} canaries (${cells} cells), ${seen.size} seen, ${leaks.length} wrong`,
  );
  expect(answers).toBeGreaterThan(only ? 0 : 4_000);
  expect(leaks).toEqual([]);
  expect(unseen).toEqual([]);
});

test("no answer is a fault", () => expect(findings.faults).toEqual([]));

test("while everything changes, no stream says more than which of one's own cases did", async () => {
  const { cases, canaries } = field;
  const mayHear: Record<string, string[]> = {
    owner: ["owner's matched"],
    "kine proposed": ["owner's matched"],
    carla: ["case of accepted"],
  };
  const heard = await listenToChanges(field);
  expect(heard).toHaveLength(living.length);
  for (const { who, text } of heard) {
    expect(text.startsWith("200\n"), who).toBe(true);
    expect([...canaries.find(text)], `what ${who} heard`).toEqual([]);
    const known = Object.entries(cases)
      .filter(([, id]) => text.includes(id))
      .map(([name]) => name);
    expect(known, `cases that ${who} heard of`).toEqual(mayHear[who] ?? []);
  }
  console.log(
    `streams: ${heard.length} read to their end, ${heard.reduce((sum, { text }) => sum + text.length, 0)} characters`,
  );
});
