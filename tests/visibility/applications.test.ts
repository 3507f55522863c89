import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAccounts } from "../support/trust.ts";

let testApp: TestApp;
let ana: Person;
let cases: string[];
let round = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  ana = await testApp.signUp(cast.ana);
  // Without triggers: a patient has few cases at once.
  cases = Array.from({ length: 24 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`);
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.deleteFrom("settings").where("key", "=", "applications_a_day").execute();
    await tx
      .insertInto("cases")
      .values(cases.map((id) => ({ id, patient_id: ana.id, title: "Rodilla", description: "Me duele" })))
      .execute();
  });
});
afterAll(() => testApp?.close());

const newKine = () =>
  testApp.approvedKine(like(cast.carla, `Kine ${++round}`, { license_number: `MN ${5000 + round}` }));
const oldKine = async () => {
  const kine = await newKine();
  await ageAccounts(testApp.db, kine);
  return kine;
};
const applyTo = (kine: Person, messageTo: (n: number) => string | null) =>
  Promise.all(cases.map((case_id, n) => outcome(kine.api.matches.apply({ case_id, message: messageTo(n) }))));
const accepted = (results: string[]) => results.filter((result) => result === "ok").length;

test("a specialist applies to twenty cases a day, fifteen in the first week, also all at once; the next day again", async () => {
  const [old, fresh] = [await oldKine(), await newKine()];
  const results = await applyTo(old, (n) => `Hola, puedo atenderte el día ${n}`);
  expect([accepted(results), new Set(results)]).toEqual([20, new Set(["ok", "TOO_MANY_APPLICATIONS"])]);
  expect(accepted(await applyTo(fresh, () => null))).toBe(15);
  await sql`update applications_made set at = at - interval '25 hours'`.execute(testApp.db);
  const left = cases[results.indexOf("TOO_MANY_APPLICATIONS")]!;
  expect(await outcome(old.api.matches.apply({ case_id: left }))).toBe("ok");
});

test("the same text counts double, however it is spaced and punctuated", async () => {
  const kine = await oldKine();
  const texts = ["Soy el mejor: escribime", "SOY EL MEJOR, escribime!", "soy  el mejor... Escribime"];
  expect(accepted(await applyTo(kine, (n) => texts[n % texts.length]!))).toBe(10);
});

test("a case hears of a specialist twice: who withdraws and applies again is listed without news", async () => {
  const kine = await oldKine();
  const { id: case_id } = await ana.api.cases.create({ title: "Hombro", description: "Me duele" });
  const told = async () => {
    const { rows } = await sql<{ count: number }>`select coalesce(sum(count), 0)::int as count from notifications
      where user_id = ${ana.id} and kind = 'application_received' and case_id = ${case_id}`.execute(testApp.db);
    return rows[0]!.count;
  };
  const counts = [];
  for (let n = 0; n < 5; n += 1) {
    const { id } = await kine.api.matches.apply({ case_id, message: `Postulación ${n}` });
    counts.push(await told());
    if (n < 4) await kine.api.matches.withdraw({ id });
  }
  expect(counts).toEqual([1, 2, 2, 2, 2]);
  expect((await ana.api.cases.applications({ case_id })).items).toHaveLength(1);
});
