import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { openPatient, openSpecialist, wallTimeIn } from "../bookings/agenda.ts";
import { messagesTo } from "../support/outbox.ts";
import { like } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

/** What dialogs, hints and mails promise and no other file shows. */
let testApp: TestApp;

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const subjectsTo = async (email: string) =>
  (await messagesTo(`${testApp.dataDir}/outbox`, email)).map(({ subject }) => subject);

test("who asks for another password and ignores the mail keeps the one they have", async () => {
  const member = like(cast.ana, "Ana Olvido");
  const ana = await testApp.signUp(member);
  expect((await ana.auth.resetPasswordForEmail(member.email)).error).toBeNull();
  await expect.poll(() => subjectsTo(member.email)).toContain("Elegí una nueva contraseña de Kinexo");
  expect((await testApp.signIn(member)).id).toBe(ana.id);
  expect((await ana.api.accounts.me()).id).toBe(ana.id);
});

test("a changed password is told by mail also to who switched every notice off", async () => {
  const member = like(cast.ana, "Ana Callada");
  const ana = await testApp.signUp(member);
  const { groups } = await ana.api.notifications.settings();
  await ana.api.notifications.saveSettings({
    groups: groups.map(({ group }) => ({ group, push: false, mail: "off" as const })),
  });
  expect((await ana.auth.updateUser({ password: "Otra-Clave-2026" })).error).toBeNull();
  await expect.poll(() => subjectsTo(member.email)).toContain("Cambió tu contraseña de Kinexo");
});

test("hours that are closed leave the turnos in them standing, and say how many", async () => {
  const { kine, place_id } = await openSpecialist(testApp, { is_instant: true });
  const { patient, match_id } = await openPatient(testApp, kine);
  const start = wallTimeIn(20, "10:00");
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [start] });
  const day = start.slice(0, 10);
  const closed = { from_day: day, until_day: day, start_time: "09:00", end_time: "13:00", is_open: false };
  expect(await kine.api.agendas.block(closed)).toMatchObject({ bookings: 1 });
  const { upcoming } = await patient.api.bookings.mine();
  expect(upcoming.find((each) => each.id === id)).toMatchObject({ state: "confirmed", local_start: start });
});

test("nobody is told of a block, and who blocked takes it back", async () => {
  const [patient, kine] = [
    await testApp.signUp(like(cast.ana, "Ana Bloqueo")),
    await testApp.approvedKine(like(cast.carla, "Carla Bloqueo", { license_number: "MN 9701" })),
  ];
  const { id: case_id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  const { id } = await kine.api.matches.apply({ case_id });
  const told = async () => (await kine.api.notifications.list({})).items.length;
  const before = await told();
  await patient.api.conversations.block({ id });
  expect(await told()).toBe(before);
  expect((await patient.api.conversations.blocked()).items.map(({ name }) => name)).toEqual(["Carla Bloqueo"]);
  await patient.api.conversations.unblock({ id });
  expect((await patient.api.conversations.blocked()).items).toEqual([]);
  await kine.api.conversations.send({ id, body: "¿Cómo seguís?" });
});

test("a withdrawn licence may be declared again", async () => {
  const kine = await testApp.approvedKine(like(cast.carla, "Carla Otra", { license_number: "MN 9702" }));
  const licence = { kind: "MP" as const, jurisdiction: "14", number: "97020" };
  const { id } = await kine.api.licences.add(licence);
  await kine.api.licences.withdraw({ id });
  const numbers = async () => (await kine.api.licences.mine()).items.map(({ number }) => number);
  expect(await numbers()).not.toContain("97020");
  await kine.api.licences.add(licence);
  expect(await numbers()).toContain("97020");
});
