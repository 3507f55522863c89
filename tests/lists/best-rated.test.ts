import { afterAll, beforeAll, expect, test } from "vitest";
import { bestRated } from "../../app/domain/profiles/best-rated.server.ts";
import { cast } from "../../app/demo/cast.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAccounts, ageRelations, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let patients: Person[];

beforeAll(async () => {
  testApp = await openTestApp();
  patients = await Promise.all(["Ana", "Bea", "Caro", "Dora"].map((name) => testApp.signUp(like(cast.ana, name))));
  await confirmAddresses(testApp.db, ...patients);
  await ageAccounts(testApp.db, ...patients);
});
afterAll(() => testApp?.close());

const kineNamed = (name: string) => testApp.approvedKine(like(cast.carla, name, { license_number: `MN ${name}` }));
const names = async () => (await bestRated(testApp.db)).map(({ name }) => name);

/** Reviews of a patient each, whom the specialist has known for a week. */
async function review(kine: Person, ...stars: number[]) {
  for (const [n, given] of stars.entries()) {
    const { api } = patients[n]!;
    const { id } = await api.cases.create({ title: "Rodilla", description: "Me duele" });
    await api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id })).id });
    await api.cases.close({ id });
    await api.reviews.create({ case_id: id, kine_id: kine.id, stars: given });
  }
  await ageRelations(testApp.db, kine);
}

test("three specialists at most are samples: approved, checked, praised, the best first, with public fields only", async () => {
  const often = await kineNamed("Aplaudida");
  await kineNamed("Nueva");
  expect(await names()).toEqual([]);
  await review(often, 5, 5, 4);
  const once = await kineNamed("Estreno");
  await review(once, 5);
  await review(await kineNamed("Regular"), 5, 1, 1);
  await review(await kineNamed("Cuarta"), 5, 1, 1, 1);
  expect(await names()).toEqual(["Aplaudida", "Estreno", "Regular"]);
  const [first] = await bestRated(testApp.db);
  expect(first).toMatchObject({ id: often.id, review_count: 3, average_stars: 14 / 3 });
  expect(Object.keys(first!).toSorted()).toEqual([
    "average_stars",
    "id",
    "location_city",
    "modalities",
    "name",
    "photo_url",
    "price_range",
    "rating_from",
    "review_count",
    "specialty",
  ]);

  const elena = await testApp.signIn(cast.elena);
  await elena.api.accounts.assignRole({ user_id: often.id, role: "patient" });
  expect(await names()).toEqual(["Estreno", "Regular", "Cuarta"]);
  // The page lists only specialists with a checked licence; a pending change of name does not end the check.
  await once.api.profiles.update({ name: "Otra Persona" });
  expect(await names()).toEqual(["Estreno", "Regular", "Cuarta"]);
  await elena.api.accounts.assignRole({ user_id: once.id, role: "patient" });
  await once.api.profiles.update({ name: "Otra Persona" });
  await elena.api.accounts.assignRole({ user_id: once.id, role: "kine" });
  expect(await names()).toEqual(["Regular", "Cuarta"]);
});
