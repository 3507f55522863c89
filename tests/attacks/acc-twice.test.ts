import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { takeRolesBack } from "../../app/domain/accounts/lost-admin.server.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { requestOf } from "./reviewed-kines.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { ageAdmins, confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let round = 0;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  await ageAdmins(testApp.db, elena);
});
afterAll(() => testApp?.close());
beforeEach(async () => {
  await elena.api.accounts.confirmPassword({ password: cast.elena.password });
});

const rolesOf = async ({ id }: Person) =>
  (await testApp.db.selectFrom("user_roles").select("role").where("user_id", "=", id).execute()).map(
    ({ role }) => role,
  );
const disown = (admin: Person, since: Date) =>
  testApp.db.transaction().execute((tx) => takeRolesBack(testApp.app.services, tx, admin.id, since));
async function someone(): Promise<Person> {
  const person = await testApp.signUp(like(cast.ana, `Alguien Dos Veces ${++round}`));
  await confirmAddresses(testApp.db, person);
  return person;
}
async function anotherAdmin(): Promise<Person> {
  const person = await someone();
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  await ageAdmins(testApp.db, person);
  return person;
}
async function specialist(): Promise<Person> {
  const license_number = `MN ${67_000 + ++round}`;
  const kine = await testApp.signUp(
    like(cast.carla, `Kine Dos Veces ${round}`, { license_number, phone: `+54 11 4444-${9800 + round}` }),
  );
  await confirmAddresses(testApp.db, kine);
  await elena.api.kineApplications.approve({ id: (await requestOf(elena, kine)).id, is_checked: true });
  return kine;
}
const give = async (by: Person, { id }: Person, ...roles: ("patient" | "kine" | "admin")[]) => {
  for (const role of roles) await by.api.accounts.assignRole({ user_id: id, role });
};
const readsCases = (kine: Person) => outcome(kine.api.cases.available({}));

describe("an admin who presses two 'No fui yo'", () => {
  test("leaves no specialist whom the intruder made one before the later one", async () => {
    const [admin, accomplice] = [await anotherAdmin(), await someone()];
    const earlier = new Date();
    await give(admin, accomplice, "kine");
    const later = new Date();
    await give(admin, accomplice, "admin");
    await disown(admin, later);
    await disown(admin, earlier);
    expect([await rolesOf(accomplice), await readsCases(accomplice)]).toEqual([["patient"], "NOT_ALLOWED"]);
  });

  test("leaves no specialist whom the intruder made one and a patient before the later one", async () => {
    const [admin, accomplice] = [await anotherAdmin(), await someone()];
    const earlier = new Date();
    await give(admin, accomplice, "kine");
    const later = new Date();
    await give(admin, accomplice, "patient");
    await disown(admin, later);
    await disown(admin, earlier);
    expect(await rolesOf(accomplice)).toEqual(["patient"]);
  });

  test.for(["later first", "earlier first"] as const)(
    "gives a specialist the role back whom the intruder made a patient between: %s",
    async (order) => {
      const [admin, kine] = [await anotherAdmin(), await specialist()];
      const earlier = new Date();
      await give(admin, kine, "patient");
      const later = new Date();
      await give(admin, kine, "admin");
      const both = order === "later first" ? [later, earlier] : [earlier, later];
      for (const since of both) await disown(admin, since);
      expect(await rolesOf(kine)).toEqual(["kine"]);
    },
  );

  test.for(["later first", "earlier first"] as const)(
    "leaves a specialist whom the intruder made a patient and a specialist again: %s",
    async (order) => {
      const [admin, kine] = [await anotherAdmin(), await specialist()];
      const earlier = new Date();
      await give(admin, kine, "patient");
      const later = new Date();
      await give(admin, kine, "kine");
      const both = order === "later first" ? [later, earlier] : [earlier, later];
      for (const since of both) await disown(admin, since);
      expect(await rolesOf(kine)).toEqual(["kine"]);
    },
  );

  test("leaves no specialist whom the owner had dismissed before both", async () => {
    const [admin, kine] = [await anotherAdmin(), await specialist()];
    await give(admin, kine, "patient");
    const earlier = new Date();
    await give(admin, kine, "kine");
    const later = new Date();
    await give(admin, kine, "admin");
    await disown(admin, later);
    await disown(admin, earlier);
    expect(await rolesOf(kine)).toEqual(["patient"]);
  });
});

test("a suspended admin whom the intruder let in again is no admin of three days who stays", async () => {
  const alone = await openTestApp();
  try {
    const owner = await alone.signIn(cast.elena);
    const suspended = await alone.signUp(like(cast.ana, "Suspendida Antes"));
    await confirmAddresses(alone.db, suspended);
    await give(owner, suspended, "admin");
    await ageAdmins(alone.db, owner, suspended);
    await owner.api.moderation.suspend({ id: suspended.id, reason: "Regala insignias" });
    await sql`delete from auth.undo_links`.execute(alone.db);
    await owner.api.moderation.restore({ id: suspended.id, reason: "Fue un error" });
    expect(await outcome(owner.api.accounts.delete())).toBe("LAST_ADMIN");
  } finally {
    await alone.close();
  }
});
