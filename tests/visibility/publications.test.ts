import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
  // The limits of the first day, which the template of the tests raises.
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.deleteFrom("settings").where("key", "in", ["unconfirmed_cases", "cases_published_a_day"]).execute();
  });
});
afterAll(() => testApp?.close());

const publish = ({ api }: Person) => outcome(api.cases.create({ title: "Rodilla", description: "Me duele" }));
const publishAtOnce = async (person: Person, count: number) => {
  const outcomes = await Promise.all(Array.from({ length: count }, () => publish(person)));
  return outcomes.filter((each) => each === "ok").length;
};

test("a patient has six cases in course until they confirm their address, however many they publish at once", async () => {
  const ana = await testApp.signUp(cast.ana);
  expect(await publishAtOnce(ana, 9)).toBe(6);
  expect(await publish(ana)).toBe("TOO_MANY_CASES");
  await confirmAddresses(testApp.db, ana);
  expect(await publish(ana)).toBe("ok");
});

test("a patient publishes twenty cases a day, and a withdrawn one gives no room back", async () => {
  const bruno = await testApp.signUp(like(cast.bruno, "Bruno Publica"));
  await confirmAddresses(testApp.db, bruno);
  for (let n = 0; n < 20; n += 1) {
    const { id } = await bruno.api.cases.create({ title: "Rodilla", description: "Me duele" });
    await bruno.api.cases.withdraw({ id });
  }
  expect(await publish(bruno)).toBe("TOO_MANY_CASES");
  await sql`update cases_published set at = at - interval '25 hours'`.execute(testApp.db);
  expect(await publish(bruno)).toBe("ok");
});
