import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { addTotp } from "../auth/second-factors.ts";
import { claim } from "../auth/service.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;
let omar: Person;
let carla: Person;
beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
  carla = await testApp.approvedKine(cast.carla);
  await claim(testApp, elena.id);
  await addTotp(elena.auth);
  omar = await testApp.signUp(like(cast.ana, "Omar Sin Paso"));
  await confirmAddresses(testApp.db, omar);
  await elena.api.accounts.assignRole({ user_id: omar.id, role: "admin" });
});
afterAll(() => testApp?.close());

/** Lets days pass for the role of everybody and for the setting. */
const pass = async (days: number) => {
  await sql`update user_roles set given_at = given_at - make_interval(days => ${days})`.execute(testApp.db);
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update settings set changed_at = changed_at - make_interval(days => ${days}), since = since - make_interval(days => ${days})`.execute(
      tx,
    );
  });
};

test("no admin owes a second factor until the operator says so, and then after the days of the setting", async () => {
  await pass(400);
  expect(await outcome(omar.api.accounts.list({}))).toBe("ok");
  expect(await elena.api.settings.change({ key: "admin_factor_days", value: 7 })).toEqual({ changed: true });
  expect(await outcome(omar.api.accounts.list({}))).toBe("ok");
  await pass(6);
  expect(await outcome(omar.api.accounts.list({}))).toBe("ok");
  expect(await omar.api.accounts.me()).toMatchObject({ factor_due: false });
  await pass(2);
  expect(await omar.api.accounts.me()).toMatchObject({ factor_due: true, role: "admin" });
  const refused = [
    omar.api.accounts.list({}),
    omar.api.profiles.mine(),
    omar.api.sessions.mine(),
    omar.api.accounts.assignRole({ user_id: omar.id, role: "admin" }),
  ];
  expect(new Set(await Promise.all(refused.map(outcome)))).toEqual(new Set(["FACTOR_DUE"]));
});

test("who owes one is a visitor to public pages, adds it and works on", async () => {
  expect(await elena.api.profiles.publicProfile({ id: carla.id })).toMatchObject({ contact_open: true });
  expect(await omar.api.profiles.publicProfile({ id: carla.id })).toMatchObject({ contact_open: false, email: null });
  await claim(testApp, omar.id);
  await addTotp(omar.auth);
  expect(await omar.api.accounts.me()).toMatchObject({ factor_due: false, has_factor: true });
  expect(await outcome(omar.api.accounts.list({}))).toBe("ok");
});

test("a new admin has the days of the setting, and nobody else owes a factor", async () => {
  const patient = await testApp.signUp(like(cast.ana, "Ana Sin Paso"));
  await confirmAddresses(testApp.db, patient);
  await pass(30);
  expect(await outcome(patient.api.profiles.mine())).toBe("ok");
  await omar.api.accounts.assignRole({ user_id: patient.id, role: "admin" });
  expect(await outcome(patient.api.accounts.list({}))).toBe("ok");
});

test("changing the days again begins them anew for nobody, and every admin is told of a protection that is weaker", async () => {
  const nora = await testApp.signUp(like(cast.ana, "Nora Sin Paso"));
  await confirmAddresses(testApp.db, nora);
  await elena.api.accounts.assignRole({ user_id: nora.id, role: "admin" });
  await elena.api.settings.change({ key: "admin_factor_days", value: 8 });
  await pass(9);
  expect(await outcome(nora.api.accounts.list({}))).toBe("FACTOR_DUE");
  await elena.api.settings.change({ key: "admin_factor_days", value: 7 });
  expect(await outcome(nora.api.accounts.list({}))).toBe("FACTOR_DUE");
  await elena.api.settings.change({ key: "admin_factor_days", value: 90 });
  expect(await outcome(nora.api.accounts.list({}))).toBe("ok");
  const subject = "Un ajuste de Kinexo protege menos que antes";
  for (const address of [cast.elena.email, like(cast.ana, "Nora Sin Paso").email])
    await expect
      .poll(
        async () =>
          (await messagesTo(`${testApp.dataDir}/outbox`, address)).filter((mail) => mail.subject === subject).length,
        { timeout: 20_000 },
      )
      .toBe(2);
});
