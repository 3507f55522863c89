import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVENT_LABELS } from "../../app/domain/audit/audit-event.ts";
import { cast } from "../../app/demo/cast.ts";
import { sessionOf } from "../support/accounts.ts";
import { everyItem, like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  ana = await testApp.signUp(cast.ana);
});
afterAll(() => testApp?.close());

test("an admin reads who did what to whom, when and why", async () => {
  const diego = await testApp.signUp(cast.diego);
  const application = (await elena.api.kineApplications.list()).items.find(
    ({ profile_id }) => profile_id === diego.id,
  )!;
  await elena.api.kineApplications.reject({ id: application.id, reason: "Falta la matrícula" });
  const {
    items: [decided],
  } = await elena.api.audit.list({ event: "application_decided" });
  expect(decided).toMatchObject({
    actor_name: (await elena.api.accounts.me()).name,
    subject_name: cast.diego.metadata.name,
    reason: "Falta la matrícula",
    at: expect.any(Date),
  });
});

test("the list comes in pages without a gap, by event, by person and in either order", async () => {
  for (let n = 0; n < 25; n += 1) await testApp.signIn(cast.bruno).catch(() => undefined);
  const all = await everyItem((after) => elena.api.audit.list({ after }));
  const { rows } = await sql<{ id: string }>`select id::text from auth.audit_events order by id desc`.execute(
    testApp.db,
  );
  expect(all.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const oldest = await everyItem((after) => elena.api.audit.list({ after, order: "oldest" }));
  expect(oldest.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
  const hers = await everyItem((after) => elena.api.audit.list({ after, search: cast.ana.email }));
  expect(new Set(hers.map(({ subject_name }) => subject_name))).toEqual(new Set([cast.ana.metadata.name]));
  expect((await elena.api.audit.list({ search: "nadie@example.com" })).items).toEqual([]);
  const about = async (search: string) =>
    new Set(
      (await everyItem((after) => elena.api.audit.list({ after, search }))).map(({ subject_name }) => subject_name),
    );
  await (await testApp.signIn(cast.ana)).api.profiles.update({ name: "Ana D’Ángelo Šimić", phone: "11 4444-2222" });
  for (const search of [
    "dangelo simic",
    "ŠIMIC",
    "15 4444-2222",
    "011 15 4444-2222",
    "+54 9 11 4444 2222",
    "4444-2222",
  ])
    expect(await about(search), search).toEqual(new Set(["Ana D’Ángelo Šimić"]));
  const [own = "", host = ""] = cast.ana.email.split("@");
  for (const part of [own, `${own}@`, `${own.toUpperCase()}@${host.slice(0, 3)}`])
    expect(await about(part), part).toEqual(new Set(["Ana D’Ángelo Šimić"]));
  expect((await about(`@${host}`)).size).toBeGreaterThan(1);
  // The words of a name and an address do not make an address.
  expect(await about(`simic@${host}`)).toEqual(new Set());
  expect(await about("nobody")).toEqual(new Set());
  expect(await outcome(elena.api.audit.list({ after: "1; drop table" }))).toBe("BAD_INPUT");
});

test("an admin's reading of a person's or a case's file is an event, once an hour", async () => {
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await Promise.all([elena.api.dossiers.person({ id: ana.id }), elena.api.dossiers.caseFile({ id })]);
  for (let n = 0; n < 3; n += 1) await elena.api.dossiers.person({ id: ana.id });
  expect(await outcome(ana.api.dossiers.person({ id: elena.id }))).toBe("NOT_ALLOWED");
  for (const event of ["person_read", "case_read"] as const) {
    const { items } = await elena.api.audit.list({ event });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      actor_name: (await elena.api.accounts.me()).name,
      subject_name: (await ana.api.accounts.me()).name,
    });
  }
});

test("an account that is gone has no name, and no reason about it is left", async () => {
  const leaving = await testApp.signUp(like(cast.ana, "Se Va"));
  await leaving.api.accounts.delete();
  const {
    items: [gone],
  } = await elena.api.audit.list({ event: "account_deleted" });
  expect(gone).toMatchObject({ has_actor: true, actor_name: null, subject_name: null });
});

test("every event that the database knows has its words", async () => {
  const {
    rows: [constraint],
  } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'audit_events_event'`.execute(
    testApp.db,
  );
  const known = [...constraint!.definition.matchAll(/'(\w+)'::text/g)].map(([, name]) => name!);
  expect(known.length).toBeGreaterThan(20);
  expect(known.filter((name) => !(name in EVENT_LABELS))).toEqual([]);
});

test("all of it is downloaded as CSV by an admin's own link, which is written down, with no formula in it", async () => {
  await testApp.signUp(like(cast.bruno, "Formula", { name: '=HYPERLINK("x")' }));
  const { url } = await elena.api.audit.csv({});
  const answer = await fetch(testApp.url + url);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "cache-control": "private, no-store",
  });
  const lines = (await answer.text()).trim().split("\r\n");
  const {
    rows: [{ count } = { count: "" }],
  } = await sql<{ count: string }>`select count(*) from auth.audit_events`.execute(testApp.db);
  expect(lines).toHaveLength(Number(count) + 1);
  expect(lines.some((line) => line.includes(`"'=HYPERLINK(""x"")"`))).toBe(true);
  expect(lines.some((line) => line.includes(`"=`))).toBe(false);
  expect(lines.at(-1)).toContain(`"audit_exported";"${(await elena.api.accounts.me()).name}"`);
  const some = await (
    await fetch(testApp.url + (await elena.api.audit.csv({ event: "signed_up", search: cast.ana.email })).url)
  ).text();
  expect(some.trim().split("\r\n")).toHaveLength(2);
  // Without an event the file is its header alone.
  const none = await fetch(testApp.url + (await elena.api.audit.csv({ event: "signed_up", search: "zzzz" })).url);
  expect((await none.text()).trim()).toBe(lines[0]);
  const bent = [
    url.replace(/session=[^&]*/, `session=${sessionOf(await ana.token())}`),
    url.split("?")[0]!,
    url.replace("/audit/", "/audit/e"),
  ];
  for (const each of bent) expect((await fetch(testApp.url + each)).status).toBe(404);
  const second = await testApp.signUp(like(cast.bruno, "Segunda Admin"));
  await confirmAddresses(testApp.db, second);
  await elena.api.accounts.assignRole({ user_id: second.id, role: "admin" });
  const theirs = await second.api.audit.csv({});
  await elena.api.accounts.assignRole({ user_id: second.id, role: "patient" });
  expect((await fetch(testApp.url + theirs.url)).status).toBe(403);
  await elena.auth.signOut({ scope: "local" });
  expect((await fetch(testApp.url + url)).status).toBe(401);
  elena = await testApp.signIn(cast.elena);
});
