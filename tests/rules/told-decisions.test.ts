import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { messagesTo } from "../support/outbox.ts";
import { like, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { confirmAddresses } from "../support/trust.ts";

let testApp: TestApp;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  elena = await testApp.signIn(cast.elena);
});
afterAll(() => testApp?.close());

const applicationOf = async (kine: Person) =>
  (
    await testApp.db
      .selectFrom("kine_applications")
      .select("id")
      .where("profile_id", "=", kine.id)
      .executeTakeFirstOrThrow()
  ).id;

const SOON = { timeout: 60_000, interval: 100 };
const mails = async (email: string) => await messagesTo(`${testApp.dataDir}/outbox`, email);
const subjects = async (email: string) => (await mails(email)).map(({ subject }) => subject);

async function applicant(name: string) {
  const member = like(cast.carla, name, { license_number: `MN ${name.length}${name.charCodeAt(0)}77` });
  const kine = await testApp.signUp(member);
  await confirmAddresses(testApp.db, kine);
  return { email: member.email, kine };
}

/** Nobody is told in quiet hours. */
const awake = (kine: Person) =>
  kine.api.notifications.saveSettings({
    groups: [],
    quiet: { from: "00:00", until: "00:00", zone: "America/Argentina/Buenos_Aires" },
  });

test("an approved specialist finds a notice, and its mail goes with the push", async () => {
  const { email, kine } = await applicant("Alta Aprobada");
  await testApp.db
    .insertInto("notification_hours")
    .values({ user_id: kine.id, quiet_from: "00:00", quiet_until: "00:00", zone: "America/Argentina/Buenos_Aires" })
    .execute();
  await elena.api.kineApplications.approve({ id: await applicationOf(kine), is_checked: true });
  const { items } = await kine.api.notifications.list({});
  expect(items.map(({ kind }) => kind)).toEqual(["admission_approved"]);
  await vi.waitUntil(async () => (await subjects(email)).includes("Te aprobamos: ya podés ver los casos"), SOON);
});

test("a rejection is told by mail with its reason, and so is that the application is open again", async () => {
  const { email, kine } = await applicant("Alta Rechazada");
  const id = await applicationOf(kine);
  await elena.api.kineApplications.reject({ id, reason: "La constancia no se lee." });
  await vi.waitUntil(async () => (await subjects(email)).includes("Terminamos de revisar tu solicitud"), SOON);
  const rejection = (await mails(email)).find(({ subject }) => subject === "Terminamos de revisar tu solicitud");
  expect(rejection?.text).toContain("Motivo: La constancia no se lee.");
  await elena.api.kineApplications.reopen({ id });
  await vi.waitUntil(async () => (await subjects(email)).includes("Volvemos a revisar tu solicitud"), SOON);
});

test("whether a change of the profile was published is told by notice and by mail", async () => {
  const { email, kine } = await applicant("Cambios Pedidos");
  await elena.api.kineApplications.approve({ id: await applicationOf(kine), is_checked: true });
  await awake(kine);
  for (const [specialty, decide, subject] of [
    ["Deportiva", "approve", "Publicamos los cambios de tu perfil"],
    ["Neurológica", "reject", "No publicamos los cambios de tu perfil"],
  ] as const) {
    await kine.api.profiles.update({ name: "Cambios Pedidos", specialty });
    const asked = (await elena.api.profileChanges.list()).items.find(({ kine_id }) => kine_id === kine.id);
    if (decide === "approve") await elena.api.profileChanges.approve({ id: asked!.id, is_checked: true });
    else await elena.api.profileChanges.reject({ id: asked!.id, reason: "No coincide con el registro." });
    await vi.waitUntil(async () => (await subjects(email)).includes(subject), SOON);
  }
  const { items } = await kine.api.notifications.list({});
  expect(items.map(({ kind }) => kind)).toEqual(["change_rejected", "change_published", "admission_approved"]);
});
