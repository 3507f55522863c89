import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenToChanges } from "./live.ts";
import { living } from "./people.ts";
import { askEverything, type Findings, judge } from "./run.ts";
import { type Field, openField } from "./fixture.ts";
import { MASK } from "../../app/domain/contacts/mask.ts";
import { APART, callsOf, only } from "./requests.ts";
import { digitsOf, OTHER_COLUMNS, SHOWN, textColumns, writeNumbers, WRITTEN } from "./text-columns.ts";
import { metaOf, procedures } from "../support/procedures.ts";
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

test("every column of texts says who reads it", async () => {
  const classified = [...Object.keys(SHOWN), ...Object.values(OTHER_COLUMNS).flatMap((names) => names.split(/\s+/))];
  expect(classified.toSorted()).toEqual((await textColumns(testApp.db)).toSorted());
});

test("a phone in any text that others read before the acceptance is shown to nobody but its writer", async () => {
  await testApp.db.transaction().execute(writeNumbers);
  // The copy of the directory is half a second old at most.
  await setTimeout(600);
  const names = [...procedures().keys()].filter((name) => metaOf(name).writes === undefined && !APART.includes(name));
  const shown: string[] = [];
  const own = new Set<string>();
  let masks = 0;
  const accepted = (["kine accepted", "former kine", "kine of closed"] as const).map((who) =>
    digitsOf(field.people[who]),
  );
  // Who was reviewed reads the contact of their patients, and besides only the own answer.
  const reviewed = ["kine of closed", ["reviews.received"]] as const;
  const strangers = ["anonymous", "owner", "other patient", "kine without application", "kine proposed"] as const;
  for (const [asker, asked] of [...strangers.map((who) => [who, names] as const), reviewed]) {
    const digits = asker === "anonymous" ? "" : digitsOf(field.people[asker]);
    for (const { surface, path, body, type, method } of callsOf(field, asker, [...asked])) {
      const token = field.tokens[asker];
      const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(type && { "content-type": type }) };
      const text = await (await fetch(field.target.url + path, { method, headers, body })).text();
      masks += text.split(MASK).length - 1;
      for (const [, column, writer] of text.matchAll(WRITTEN)) {
        const name = Object.keys(SHOWN)[Number(column) - 300] ?? "";
        if (writer === digits) own.add(name);
        else if (asker === reviewed[0]) continue;
        // Contact was opened with them, as with those whom one reviewed.
        else if (asker === "owner" && /^matches\.|^profiles\.name$/.test(name) && accepted.includes(writer ?? ""))
          continue;
        else if (name === "profiles.name" && surface === "reviews.mine") continue;
        else shown.push(`${name} to ${asker} on ${surface}`);
      }
    }
  }
  expect([...new Set(shown)].toSorted()).toEqual([]);
  // Each was written, and its writer reads it as it is.
  expect(Object.keys(SHOWN).filter((name) => !own.has(name))).toEqual([]);
  expect(masks).toBeGreaterThan(200);
});

test("while everything changes, no stream says more than which of one's own cases did", async () => {
  const { cases, canaries } = field;
  const mayHear: Record<string, string[]> = {
    owner: ["owner's matched"],
    "kine proposed": ["owner's matched"],
    carla: ["case of accepted"],
    "kine accepted": ["owner's matched"],
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
