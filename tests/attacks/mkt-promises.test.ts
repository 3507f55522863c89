import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

test("a specialist is told that an acceptance ended, also where its case goes with it", async () => {
  const kine = await testApp.approvedKine(like(cast.carla, "Kine Avisada", { license_number: "MN 64001" }));
  const patient = await testApp.signUp(like(cast.ana, "Paciente Avisa"));
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const { id } = await kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id });
  await patient.api.consents.withdrawHealth();
  await patient.api.matches.end({ id });
  const told = (await kine.api.notifications.list({})).items;
  expect(told.filter(({ kind }) => kind === "acceptance_ended")).toMatchObject([{ case_id: null, case_title: null }]);
});
