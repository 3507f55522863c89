import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { png } from "../files/png.ts";
import { pdfText } from "../support/pdf-text.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let kines: Person[];
const NAME = "Zqnombre Zqapellido";
const HIDDEN = ["Zqnombre", "Zqapellido", "11 7700-1234", "1177001234", "avatar"];

beforeAll(async () => {
  testApp = await openTestApp();
  kines = [];
  for (const number of [1, 2, 3])
    kines.push(
      await testApp.approvedKine(like(cast.carla, `Especialista ${number}`, { license_number: `MN 44${number}` })),
    );
});
afterAll(() => testApp?.close());

let round = 0;
const newPatient = (name: string) =>
  testApp.signUp({ ...like(cast.ana, name, { phone: HIDDEN[2] }), email: `patient-${(round += 1)}@example.com` });
const texts = { title: "Rodilla", description: "Me duele al bajar", studies_access: "verified" as const };
const facts = {
  since: "months" as const,
  pain: 6,
  activities: [{ name: "Subir escaleras", score: 3 }],
  has_order: true,
  operation: "Meniscos",
  operated_on: "2026-05-04",
  times: ["mon_am" as const, "thu_pm" as const],
};

describe("what a case says beyond its texts", () => {
  test("all of it is optional, and is seen by its patient and by who may see the case", async () => {
    const ana = await newPatient("Ana Datos");
    const [carla] = kines as [Person];
    const { id: plain } = await ana.api.cases.create(texts);
    expect(await ana.api.cases.get({ id: plain })).toMatchObject({ facts: null, identity_access: "verified" });
    const { id } = await ana.api.cases.create({ ...texts, facts });
    expect((await ana.api.cases.get({ id })).facts).toEqual(facts);
    expect((await carla.api.cases.view({ id })).facts).toEqual(facts);
    const empty = { activities: [{ name: " ", score: 5 }], operation: "", times: [] };
    const { id: none } = await ana.api.cases.create({ ...texts, facts: empty });
    expect((await ana.api.cases.get({ id: none })).facts).toBeNull();
  });

  test("an edit changes them with the texts, and a form that does not know them leaves them", async () => {
    const ana = await newPatient("Ana Edita");
    const { id } = await ana.api.cases.create({ ...texts, facts });
    const edit = { ...texts, id, version: 1, title: "Rodilla derecha" };
    expect(await ana.api.cases.update(edit)).toEqual({ version: 2 });
    expect((await ana.api.cases.get({ id })).facts).toEqual(facts);
    expect(await ana.api.cases.update({ ...edit, version: 2, facts: { pain: 0 } })).toEqual({ version: 3 });
    expect((await ana.api.cases.get({ id })).facts).toEqual({ pain: 0 });
    expect(await outcome(ana.api.cases.update({ ...edit, version: 2, facts: { pain: 9 } }))).toBe("CASE_CHANGED");
    // A retried edit whose answer was lost.
    expect(await ana.api.cases.update({ ...edit, version: 2, facts: { pain: 0 } })).toEqual({ version: 3 });
  });

  test("they are kept only with the consent to health data", async () => {
    const ana = await newPatient("Ana Permiso");
    const { id } = await ana.api.cases.create(texts);
    await testApp.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update profiles set health_consent = null where id = ${ana.id}`.execute(tx);
    });
    const write = testApp.db.transaction().execute(async (tx) => {
      await sql`select set_config('kinexo.viewer', ${ana.id}, true)`.execute(tx);
      await sql`update cases set facts = '{"pain": 3}' where id = ${id}`.execute(tx);
    });
    await expect(write).rejects.toMatchObject({ constraint: "cases_need_consent" });
  });

  test.each([
    ['{"pain": 11}'],
    ['{"pain": 1.5}'],
    ['{"pain": "3"}'],
    ['{"since": "long"}'],
    ['{"activities": [{"name": "", "score": 3}]}'],
    ['{"activities": [{"name": "Correr", "score": 12}]}'],
    ['{"activities": []}'],
    ['{"times": ["mon_night"]}'],
    ['{"operated_on": "ayer"}'],
    ['{"pain": [3]}'],
    ['{"pain": [3, 99]}'],
    ['{"times": [5]}'],
    ['{"times": [["mon_am"]]}'],
    ['{"activities": [{"name": 5, "score": 1}]}'],
    ['{"activities": [{"name": "Correr", "score": 1, "note": "otra"}]}'],
    ['{"activities": [[{"name": "Correr", "score": 1}]]}'],
    ['{"activities": ["Correr"]}'],
    ['{"activities": [{"score": 1}]}'],
    ['{"activities": [{"name": "Correr"}]}'],
    ['{"operation": {"de": 1}}'],
    ['{"operated_on": "2026-99-99"}'],
    ['{"note": "otra"}'],
    ["{}"],
    ["[]"],
  ])("the database takes no facts like %s", async (wrong) => {
    const { rows } = await sql<{
      is_sound: boolean | null;
    }>`select are_case_facts(${wrong}::jsonb) as is_sound`.execute(testApp.db);
    expect(rows[0]?.is_sound).toBe(false);
  });
});

describe("a patient whose name and photo are for those whom they accept", () => {
  test("is nowhere named, pictured or called before the acceptance, also not by the address of a study", async () => {
    const ana = await newPatient(NAME);
    const [carla, rita] = kines as [Person, Person];
    await sql`update profiles set photo_url = ${`/files/avatars/${ana.id}/avatar.png?v=1`} where id = ${ana.id}`.execute(
      testApp.db,
    );
    const { id } = await ana.api.cases.create({ ...texts, facts, identity_access: "accepted" });
    const path = `${ana.id}/${id}/1-0a0b0c0d.pdf`;
    await testApp.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update cases set studies_urls = array[${path}] where id = ${id}`.execute(tx);
    });
    await carla.api.matches.apply({ case_id: id, message: "Puedo" });
    const seen = JSON.stringify([
      await carla.api.cases.view({ id }),
      await rita.api.cases.view({ id }),
      await rita.api.cases.available(),
      await carla.api.matches.mine(),
      await carla.api.notifications.list({}),
      await rita.api.notifications.list({}),
    ]);
    for (const word of [...HIDDEN, ana.id]) expect(seen).not.toContain(word);
    expect(await rita.api.cases.view({ id })).toMatchObject({
      poster_name: "Z.",
      poster_photo_url: null,
      poster_age: null,
      poster_decade: expect.any(Number) as number,
      phone: null,
    });
    const { rows } = await sql<{
      text: string;
    }>`select coalesce(string_agg(to_jsonb(e)::text, ''), '') as text from live_events e`.execute(testApp.db);
    for (const word of HIDDEN) expect(rows[0]?.text).not.toContain(word);
  });

  test("is shown to who is accepted, and to nobody else", async () => {
    const ana = await newPatient(NAME);
    const [carla, rita, sara] = kines as [Person, Person, Person];
    const { id } = await ana.api.cases.create({ ...texts, identity_access: "accepted" });
    const accepted = await carla.api.matches.apply({ case_id: id, message: null });
    const rejected = await rita.api.matches.apply({ case_id: id, message: null });
    await ana.api.matches.accept({ id: accepted.id });
    await ana.api.matches.reject({ id: rejected.id });
    expect(await carla.api.cases.view({ id })).toMatchObject({ poster_name: NAME, poster_decade: null });
    expect(await sara.api.cases.view({ id })).toMatchObject({ poster_name: "Z.", poster_age: null, phone: null });
    expect(await rita.api.cases.view({ id })).toMatchObject({ access: "ended", poster_name: null, phone: null });
    expect(JSON.stringify(await rita.api.matches.mine())).not.toContain("Zqnombre");
  });

  test("opens their studies to who may see them by an address without their id", async () => {
    const ana = await newPatient(NAME);
    const [carla] = kines as [Person];
    const { id } = await ana.api.cases.create({ ...texts, identity_access: "accepted" });
    const sent = await fetch(`${testApp.url}/files/case-studies/${id}?name=estudio.png`, {
      method: "PUT",
      headers: { authorization: `Bearer ${await ana.token()}`, "idempotency-key": randomUUID() },
      body: png,
    });
    expect(sent.status).toBe(200);
    const { studies } = await carla.api.cases.view({ id });
    const url = studies[0]?.url ?? "";
    expect(url).not.toContain(ana.id);
    expect((await fetch(`${testApp.url}${url}`)).status).toBe(200);
    expect((await fetch(`${testApp.url}${url.replace(id, randomUUID())}`)).status).toBe(404);
    expect((await ana.api.cases.studyViews({ case_id: id })).items).toHaveLength(1);
  });
});

test("the summary is a PDF of an own case with an accepted specialist, whatever is written in it", async () => {
  const ana = await newPatient("Ana Resumen");
  const [carla] = kines as [Person];
  const long = `Ñandú “duele” 😀 ${"palabralarguísima".repeat(40)}\n${"línea ".repeat(600)}`;
  const { id } = await ana.api.cases.create({ ...texts, description: long, facts });
  const { id: match } = await carla.api.matches.apply({ case_id: id, message: null, offer: { session: 20_000 } });
  expect(await outcome(ana.api.cases.summary({ id }))).toBe("CASE_NOT_MATCHED");
  await ana.api.matches.accept({ id: match });
  const bytes = Buffer.from((await ana.api.cases.summary({ id })).pdf, "base64");
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(await pdfText(bytes)).toContain("Ana Resumen");
  const { PDFDocument } = await import("@cantoo/pdf-lib");
  const pdf = await PDFDocument.load(bytes);
  expect(pdf.getTitle()).toBe(texts.title);
  expect(pdf.getPageCount()).toBeGreaterThan(1);
  expect(await outcome((await newPatient("Otra Persona")).api.cases.summary({ id }))).toBe("CASE_NOT_FOUND");
});
