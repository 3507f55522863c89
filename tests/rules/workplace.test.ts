import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { medianOfLives } from "../../app/domain/cases/first-application.server.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { confirmAddresses } from "../support/trust.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;
let elena: Person;
let ana: Person;
let carla: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  ana = await testApp.signUp(cast.ana);
  await confirmAddresses(testApp.db, ana);
  carla = await testApp.approvedKine(cast.carla);
});
afterAll(() => testApp?.close());

const newCase = (title: string, more: object = {}) =>
  ana.api.cases.create({ title, description: "Me duele", ...more }).then(({ id }) => id);

/** Makes a case some hours older. */
async function age(caseId: string, hours: number) {
  await sql`update cases set created_at = created_at - interval '1 hour' * ${hours} where id = ${caseId}`.execute(
    testApp.db,
  );
}

describe("what an admin sees of one person or case", () => {
  test("a person has cases, applications, reviews and reports, each with what it leads to", async () => {
    const caseId = await newCase("Ficha de rodilla");
    const match = await carla.api.matches.apply({ case_id: caseId, message: "Un secreto entre dos" });
    await ana.api.matches.accept({ id: match.id });
    await ana.api.cases.close({ id: caseId });
    await ana.api.reviews.create({ case_id: caseId, kine_id: carla.id, stars: 5, comment: "Muy bien" });
    await carla.api.reports.create({ subject: "case", id: caseId, reason: "spam" });
    const patient = await elena.api.dossiers.person({ id: ana.id });
    expect(patient).toMatchObject({
      name: "Ana Ferreyra",
      role: "patient",
      cases: [{ id: caseId, status: "closed" }],
      applications: [],
      written: [{ case_id: caseId, kine_id: carla.id, stars: 5 }],
      reports: [{ subject: "case", reason: "spam", decided_at: null }],
    });
    const specialist = await elena.api.dossiers.person({ id: carla.id });
    expect(specialist).toMatchObject({
      role: "kine",
      license_number: cast.carla.metadata.license_number,
      review_count: 1,
      requests: [{ status: "approved" }],
      applications: [{ case_id: caseId, status: "accepted" }],
      received: [{ patient_id: ana.id }],
    });
    const file = await elena.api.dossiers.caseFile({ id: caseId });
    expect(file).toMatchObject({
      patient_id: ana.id,
      applications: [{ kine_id: carla.id, status: "accepted" }],
      reviews: [{ stars: 5 }],
      reports: [{ reason: "spam" }],
    });
    // The conversation is private to its two people unless it is reported.
    expect(JSON.stringify([patient, specialist, file])).not.toContain("Un secreto entre dos");
  });

  test("somebody who is gone is not found", async () => {
    const leaving = await testApp.signUp(like(cast.ana, "Se Va Ya"));
    await leaving.api.accounts.delete();
    expect(await outcome(elena.api.dossiers.person({ id: leaving.id }))).toBe("NOT_FOUND");
  });
});

describe("one search", () => {
  test("people are found by name, e-mail, phone and licence, cases by title and patient, and withdrawn licences are not", async () => {
    const caseId = await newCase("Tobillo esguinzado");
    const find = (text: string) => elena.api.dossiers.find({ text });
    const licence = cast.carla.metadata.license_number;
    const byLicence = await find(licence.toLowerCase().replaceAll(" ", "-"));
    expect(byLicence.people[0]).toMatchObject({ id: carla.id, role: "kine", licence: expect.stringContaining("MN") });
    for (const text of ["ferrey", cast.ana.email, cast.ana.metadata.phone!]) {
      const found = await find(text);
      expect(found.people.map(({ id }) => id)).toContain(ana.id);
      expect(found.cases.map(({ id }) => id)).toContain(caseId);
    }
    const byTitle = await find("TOBILLO esguin");
    expect(byTitle).toEqual({
      people: [],
      cases: [{ id: caseId, title: "Tobillo esguinzado", status: "open", patient_name: "Ana Ferreyra" }],
    });
    expect(await find(" ?¡ ")).toEqual({ people: [], cases: [] });
    await testApp.db.updateTable("licences").set({ state: "withdrawn" }).where("kine_id", "=", carla.id).execute();
    expect((await find(licence)).people.filter(({ licence: held }) => held !== null)).toEqual([]);
  });
});

describe("today", () => {
  test("each queue where something waits is listed with the counts of 'Colas' and of the menu, the one that waits longest first", async () => {
    const queues = async () => (await elena.api.today.read()).queues;
    const requestsOf = async () => (await queues()).find(({ queue }) => queue === "requests");
    const before = (await requestsOf()) ?? { waiting: 0, late: 0 };
    const diego = await testApp.signUp(cast.diego);
    await sql`update kine_applications set created_at = now() - interval '100 hours' where user_id = ${diego.id}`.execute(
      testApp.db,
    );
    const licensed = await testApp.approvedKine(like(cast.carla, "Vencida Ya", { license_number: "MN 55555" }));
    const held = await testApp.db
      .selectFrom("licences")
      .select("id")
      .where("kine_id", "=", licensed.id)
      .executeTakeFirstOrThrow();
    await elena.api.licences.doubt({ id: held.id, reason: "No figura" });
    const requests = (await requestsOf())!;
    expect(requests).toMatchObject({ waiting: before.waiting + 1, late: before.late + 1, late_hours: 24 });
    expect(requests.oldest.getTime()).toBeLessThan(Date.now() - 99 * 3_600_000);
    // What is late follows the operator's setting, as in "Colas".
    await elena.api.settings.change({ key: "late_hours", value: 101 });
    expect(await requestsOf()).toMatchObject({ late_hours: 101, late: before.late });
    const { items } = await elena.api.operator.queues();
    const waiting = items.filter((item) => item.queue !== "cases" && item.waiting > 0);
    const listed = await queues();
    expect(listed).toEqual(waiting.toSorted((one, other) => one.oldest!.getTime() - other.oldest!.getTime()));
    expect(listed[0]!.queue).toBe("requests");
    expect(listed.map(({ queue }) => queue)).toContain("licences");
    await elena.api.settings.change({ key: "late_hours", value: null });
    const { count, ...each } = await elena.api.today.waiting();
    expect(count).toBe(listed.reduce((sum, queue) => sum + queue.waiting, 0));
    for (const { queue, waiting } of items) if (queue !== "cases") expect(each).toHaveProperty(queue, waiting);
    const entry = (await elena.api.kineApplications.list({ order: "oldest" })).items[0]!;
    expect(entry.profile_id).toBe(diego.id);
    await elena.api.kineApplications.reject({ id: entry.id });
    expect(await elena.api.today.waiting()).toMatchObject({ count: count - 1, requests: each.requests - 1 });
  });

  test("open cases without an application for two days are listed, the oldest first, and an application takes them out", async () => {
    const [late, later, fresh] = [await newCase("Sola"), await newCase("Más sola"), await newCase("Recién")];
    await age(late, 50);
    await age(later, 70);
    const { forgotten } = await elena.api.today.read();
    expect(forgotten.items.map(({ id }) => id)).toEqual([later, late]);
    expect(forgotten.count).toBe(2);
    expect(forgotten.items.map(({ id }) => id)).not.toContain(fresh);
    await carla.api.matches.apply({ case_id: later });
    expect((await elena.api.today.read()).forgotten.items.map(({ id }) => id)).toEqual([late]);
  });

  test("the median waits with those who wait: old cases without an application make it longer, then unknown", async () => {
    const waiting = await Promise.all(Array.from({ length: 12 }, (_, index) => newCase(`Nadie contesta ${index}`)));
    for (const caseId of waiting) await age(caseId, 100);
    const outlook = await ana.api.cases.outlook({ id: waiting[0]! });
    expect(outlook.first_application_minutes).toBeNull();
    await sql`delete from cases where id = any (${waiting})`.execute(testApp.db);
  });

  test("the median is that of Kaplan and Meier for any waits", async () => {
    const life = fc.record({ seconds: fc.integer({ min: 1, max: 20 }), answered: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(life, { maxLength: 30 }), async (lives) => {
        const relation = sql`(select * from jsonb_to_recordset(${JSON.stringify(lives)}::jsonb) as l (seconds float8, answered boolean))`;
        const { rows } = await sql<{ median: number | null }>`select ${medianOfLives(relation)} as median`.execute(
          testApp.db,
        );
        expect(rows[0]?.median).toBe(kaplanMeierMedian(lives));
      }),
      { numRuns: 100 },
    );
  });
});

/** Multiplies, moment by moment, the share of those still waiting who go on waiting, in whole numbers. */
function kaplanMeierMedian(lives: { seconds: number; answered: boolean }[]): number | null {
  let [waiting, of] = [1n, 1n];
  for (const moment of [...new Set(lives.map(({ seconds }) => seconds))].toSorted((a, b) => a - b)) {
    const atRisk = lives.filter(({ seconds }) => seconds >= moment).length;
    const answers = lives.filter(({ seconds, answered }) => answered && seconds === moment).length;
    [waiting, of] = [waiting * BigInt(atRisk - answers), of * BigInt(atRisk)];
    if (answers > 0 && 2n * waiting <= of) return moment;
  }
  return null;
}

describe("the cases on offer", () => {
  test("are narrowed by barrio, zone and modality, where who has no preference takes any", async () => {
    const palermo = await newCase("Filtro uno", { location_city: "Palermo Soho", preferred_modality: "domicilio" });
    const once = await newCase("Filtro dos", { location_city: "Once", injury_area: "Muñeca izquierda" });
    const online = await newCase("Filtro tres, la muñeca", { preferred_modality: "online" });
    const seen = async (input: object) =>
      (await carla.api.cases.available(input)).items
        .map(({ id }) => id)
        .filter((id) => [palermo, once, online].includes(id));
    expect(await seen({ location_city: "PALERMO" })).toEqual([palermo]);
    expect(await seen({ injury_area: "muneca" })).toEqual([online, once]);
    expect(await seen({ preferred_modality: "domicilio" })).toEqual([once, palermo]);
    expect(await seen({ preferred_modality: "domicilio", location_city: "once" })).toEqual([once]);
    expect(await seen({ location_city: "%" })).toEqual([]);
    expect((await carla.api.cases.available({})).items.find(({ id }) => id === once)).toMatchObject({
      application_count: 0,
    });
  });

  test("go on past what a page of a narrowed list looked at", async () => {
    const far = await newCase("Aguja en el pajar", { location_city: "Ushuaia" });
    await sql`set session_replication_role = replica`.execute(testApp.db).catch(() => undefined);
    await sql`insert into cases (patient_id, title, description)
      select ${ana.id}, 'Paja ' || n, 'x' from generate_series(1, 2100) n`.execute(testApp.db);
    const first = await carla.api.cases.available({ location_city: "ushuaia" });
    expect(first.items).toEqual([]);
    expect(first.next).not.toBeNull();
    const second = await carla.api.cases.available({ location_city: "ushuaia", before: first.next });
    expect(second.items.map(({ id }) => id)).toEqual([far]);
    await sql`delete from cases where title like 'Paja %'`.execute(testApp.db).catch(() => undefined);
  });

  test("and one's own applications by their state", async () => {
    const caseId = await newCase("Por estado");
    const match = await carla.api.matches.apply({ case_id: caseId });
    await ana.api.matches.reject({ id: match.id });
    for (const status of ["proposed", "accepted", "rejected"] as const) {
      const { items } = await carla.api.matches.mine({ status });
      expect(items.every((item) => item.status === status)).toBe(true);
      expect(items.some(({ id }) => id === match.id)).toBe(status === "rejected");
    }
  });
});

test("a specialist who waits prepares introduction and hours, which nobody sees before the approval", async () => {
  const waiting = await testApp.signUp(like(cast.diego, "Diego Prepara", { license_number: "MN 990003" }));
  await waiting.api.profiles.introduce({ bio: "Atiendo rodillas" });
  await waiting.api.availabilities.replace({ ranges: [{ weekday: 2, start_time: "09:00", end_time: "12:00" }] });
  expect(await waiting.api.availabilities.mine()).toHaveLength(1);
  expect(await outcome(testApp.anonymous.profiles.publicProfile({ id: waiting.id }))).toBe("NOT_FOUND");
  const entry = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === waiting.id)!;
  expect(entry.bio).toBe("Atiendo rodillas");
  await elena.api.kineApplications.reject({ id: entry.id });
  expect(await outcome(waiting.api.profiles.introduce({ bio: "Otra" }))).toBe("APPROVAL_PENDING");
  expect(await outcome(ana.api.profiles.introduce({ bio: "Otra" }))).toBe("NOT_ALLOWED");
  await elena.api.kineApplications.reopen({ id: entry.id });
  await elena.api.kineApplications.approve({ id: entry.id, is_checked: true });
  expect(await testApp.anonymous.profiles.publicProfile({ id: waiting.id })).toMatchObject({
    bio: "Atiendo rodillas",
    availabilities: [{ weekday: 2 }],
  });
});
