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

test("the accounts of a mailbox have eight open cases together, also at once, and one more for each that finds a specialist", async () => {
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.deleteFrom("settings").where("key", "=", "open_cases").execute();
  });
  const [first, second] = [
    await testApp.signUp({ ...like(cast.ana, "Abre Uno"), email: "abre.muchos@gmail.com" }),
    await testApp.signUp({ ...like(cast.ana, "Abre Dos"), email: "abremuchos+2@gmail.com" }),
  ];
  await confirmAddresses(testApp.db, first, second);
  expect((await Promise.all([publishAtOnce(first, 6), publishAtOnce(second, 6)])).reduce((a, b) => a + b)).toBe(8);
  const refused = await first.api.cases.create({ title: "Rodilla", description: "Me duele" }).catch((error) => error);
  expect(refused.message).toBe(
    "Ya tenés 8 casos abiertos, contando todas las cuentas de tu email. Aceptá a un especialista o retirá un caso para publicar otro.",
  );
  const { items } = await first.api.cases.mine();
  const kine = await testApp.approvedKine(like(cast.carla, "Kine Abre", { license_number: "MN 78001" }));
  const { id } = await kine.api.matches.apply({ case_id: items[0]!.id, message: "Hola" });
  await first.api.matches.accept({ id });
  expect(await publish(second)).toBe("ok");
  await first.api.cases.withdraw({ id: items[1]!.id });
  expect(await publishAtOnce(second, 2)).toBe(1);
});
