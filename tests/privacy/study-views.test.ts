import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { everyItem, like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let ana: Person;
let carla: Person;
let caseId: string;
const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

beforeAll(async () => {
  testApp = await openTestApp();
  ana = await testApp.signUp(cast.ana);
  carla = await testApp.approvedKine(cast.carla);
  caseId = (await ana.api.cases.create({ title: "Rodilla", description: "Me duele" })).id;
  const headers = { authorization: `Bearer ${await ana.token()}` };
  for (const name of ["a.pdf", "b.pdf"]) {
    await fetch(`${testApp.url}/files/case-studies/${caseId}?name=${name}`, { method: "PUT", body: pdf, headers });
  }
});
afterAll(() => testApp?.close());

const open = (url: string, method = "GET") => fetch(testApp.url + url, { method });
const views = async () => (await ana.api.cases.studyViews({ case_id: caseId })).items;

test("each opening of a study by somebody else is written down before it is answered, and shown to its patient", async () => {
  const { studies } = await carla.api.cases.view({ id: caseId });
  expect(await views()).toEqual([]);
  const answer = await open(studies[0]!.url);
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
  expect(await views()).toMatchObject([
    { study: studies[0]!.name, viewer_name: "Carla Benítez", viewed_at: expect.any(Date) },
  ]);
  await open(studies[1]!.url);
  await open(studies[0]!.url);
  expect((await views()).map(({ study }) => study)).toEqual([0, 1, 0].map((n) => studies[n]!.name));
});

test("neither the patient's own reading nor what sends no study is written down", async () => {
  const before = await views();
  const { studies } = await ana.api.cases.get({ id: caseId });
  for (const { url } of studies) expect((await open(url)).status).toBe(200);
  const theirs = (await carla.api.cases.view({ id: caseId })).studies[0]!.url;
  expect((await open(theirs, "HEAD")).status).toBe(200);
  expect((await open(theirs.replace(/(?<=signature=)./, (first) => (first === "_" ? "-" : "_")))).status).toBe(404);
  expect(await views()).toEqual(before);
});

test("a study that cannot be written down as opened is not sent", async () => {
  const { url } = (await carla.api.cases.view({ id: caseId })).studies[0]!;
  await sql`alter table study_views add constraint nothing_more check (false) not valid`.execute(testApp.db);
  try {
    expect((await open(url)).status).toBe(400);
  } finally {
    await sql`alter table study_views drop constraint nothing_more`.execute(testApp.db);
  }
});

test("many openings come in pages, and what was written stays, without the name of an account that is gone", async () => {
  const seen = await views();
  const leaving = await testApp.approvedKine(like(cast.carla, "Se Va", { license_number: "MN 5" }));
  const { url } = (await leaving.api.cases.view({ id: caseId })).studies[0]!;
  for (let n = 0; n < 25; n += 1) await open(url);
  await leaving.api.accounts.delete();
  const all = await everyItem((before) => ana.api.cases.studyViews({ case_id: caseId, before }));
  expect(all.map(({ viewer_name }) => viewer_name)).toEqual([
    ...Array.from({ length: 25 }, () => null),
    ...seen.map(() => "Carla Benítez"),
  ]);
  for (const statement of [
    sql`delete from study_views`,
    sql`update study_views set viewer_id = null`,
    sql`update study_views set viewed_at = now()`,
  ]) {
    await expect(statement.execute(testApp.db)).rejects.toMatchObject({ constraint: "study_views_stay" });
  }
});

test("of somebody else's case there is nothing to read, and with the case the list goes", async () => {
  const bruno = await testApp.signUp(cast.bruno);
  expect((await bruno.api.cases.studyViews({ case_id: caseId })).items).toEqual([]);
  await ana.api.cases.withdraw({ id: caseId });
  expect(await testApp.db.selectFrom("study_views").select("id").execute()).toEqual([]);
});
