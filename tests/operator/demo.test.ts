// @module-tag operations/full
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { seed } from "../../app/demo/seed.ts";
import { messagesTo } from "../support/outbox.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let lines: string[];

beforeAll(async () => {
  testApp = await openTestApp({ ADMIN_EMAIL: "primera@example.com", ADMIN_PASSWORD: "" });
  // The limits of the first day, which the template of the tests raises.
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.deleteFrom("settings").execute();
  });
  lines = await seed(testApp.app.services);
});
afterAll(() => testApp?.close());

const countBy = async (table: "cases" | "matches" | "kine_applications") => {
  const rows = await testApp.db
    .selectFrom(table)
    .select((eb) => ["status", eb.fn.countAll<string>().as("count")])
    .groupBy("status")
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
};

test("the demo has 40 approved specialists, 60 cases in every state, decided and open applications, and reviews", async () => {
  const cases = await countBy("cases");
  expect(Object.keys(cases).toSorted()).toEqual(["closed", "matched", "open"]);
  expect(Object.values(cases).reduce((sum, count) => sum + count)).toBe(60);
  expect(Object.keys(await countBy("matches")).toSorted()).toEqual(["accepted", "proposed", "rejected"]);
  expect(await countBy("kine_applications")).toMatchObject({ approved: 40, rejected: 1 });
  expect((await countBy("kine_applications")).pending).toBeGreaterThanOrEqual(5);
  expect((await testApp.db.selectFrom("reviews").select("id").execute()).length).toBeGreaterThan(15);
});

test("in the demo nobody applies before the case is there, and nobody reviews before applying", async () => {
  const { rows } = await sql<{ early: string }>`
    select count(*) as early from matches m join cases c on c.id = m.case_id left join reviews r on r.case_id = c.id and r.kine_id = m.kine_id
    where m.created_at < c.created_at or r.created_at < m.created_at`.execute(testApp.db);
  expect(Number(rows[0]?.early)).toBe(0);
});

test("in the demo who is accepted was accepted soon after applying, so that 'Pulso' has acceptances in time", async () => {
  const { rows } = await sql<{ late: string; soon: string }>`
    select count(*) filter (where m.decided_at - m.created_at > interval '7 days') as late,
      count(*) filter (where m.decided_at between m.created_at and now() - interval '7 days') as soon
    from matches m join profiles k on k.id = m.kine_id where m.status = 'accepted' and k.email <> ${cast.carla.email}`.execute(
    testApp.db,
  );
  expect(Number(rows[0]?.late)).toBe(0);
  expect(Number(rows[0]?.soon)).toBeGreaterThan(5);
});

test("the demo has coverages and prices of every age, patients' own coverages, answers, and one coverage in dispute", async () => {
  const { db } = testApp;
  for (const table of ["kine_coverages", "kine_prices"] as const) {
    const { rows } = await sql<{ freshness: string }>`
      select distinct fact_freshness(confirmed_at, now()) as freshness from ${sql.table(table)} order by 1`.execute(db);
    expect(rows.map(({ freshness }) => freshness)).toEqual(["aging", "fresh", "stale"]);
  }
  expect((await db.selectFrom("patient_coverages").select("plan").execute()).length).toBeGreaterThan(10);
  expect((await db.selectFrom("case_coverages").select("plan").execute()).length).toBeGreaterThan(30);
  expect((await db.selectFrom("coverage_answers").select("id").execute()).length).toBeGreaterThan(3);
  expect(await db.selectFrom("coverage_disputes").select("decision").execute()).toEqual([{ decision: null }]);
});

test("the outbox of the demo holds every message of a case's life, from its publication to the question whether both could arrange it", async () => {
  const { db } = testApp;
  const { rows } = await sql<{
    kind: string;
  }>`select distinct kind from notifications where kind not in ('review_received', 'request_waiting',
    'report_waiting', 'application_rejected', 'admission_approved', 'measure_due') and kind not like 'booking%' order by kind`.execute(
    db,
  );
  expect(rows.map(({ kind }) => kind)).toEqual([
    "application_accepted",
    "application_received",
    "application_unanswered",
    "applications_unanswered",
    "case_dormant",
    "case_in_zone",
    "case_quiet",
    "cases_without_application",
    "nobody_wrote",
    "nobody_wrote_kine",
    "plan_proposed",
    "review_replied",
    "session_noted",
    "still_looking",
  ]);
  const subjects = (
    await Promise.all(
      [cast.bruno, cast.carla, cast.elena].map(({ email }) => messagesTo(`${testApp.dataDir}/outbox`, email)),
    )
  )
    .flat()
    .map(({ subject }) => subject);
  for (const subject of [
    "Tu resumen del día",
    "Todavía nadie se postuló",
    "sin postulaciones",
    "¿Seguís buscando?",
    "Tenés 1 respuesta nueva",
    "Una postulación espera tu respuesta",
    "Todavía no respondieron tu postulación",
    "Aceptaron tu postulación",
    "¿Pudieron coordinar?",
    "Pausamos tu caso",
  ])
    expect(subjects.join("\n")).toContain(subject);
});

test("each of the cast can sign in with the password that is printed", async () => {
  for (const member of Object.values(cast)) {
    expect(lines.join("\n")).toContain(member.password);
    expect((await (await testApp.signIn(member)).api.accounts.me()).role).toBe(member.role);
  }
});

test("a second start of the demo adds nothing and prints the accounts again", async () => {
  const before = await countBy("cases");
  expect(await seed(testApp.app.services)).toEqual(lines);
  expect(await countBy("cases")).toEqual(before);
});
