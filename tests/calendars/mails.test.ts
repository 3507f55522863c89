import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calendarEntry } from "../../app/domain/calendars/messages.server.ts";
import { CONSULTORIO, openSpecialist, wallTimeIn } from "../bookings/agenda.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, SECRET, type TestApp } from "../support/test-app.ts";
import { awakePatient, mailsTo as mailsOf } from "./mailbox.ts";

let testApp: TestApp;
let kine: Person;
let place_id: string;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine, place_id } = await openSpecialist(testApp));
});
afterAll(() => testApp?.close());

const openAwake = () => awakePatient(testApp, kine);
const mailsTo = (id: string) => mailsOf(testApp, id);

const next = async ({ api }: Person, id: string) =>
  (await api.bookings.mine()).upcoming.find((each) => each.id === id)!.sequence;

test("a calendar is mailed a turno that is confirmed, moved and cancelled: one entry, whose sequence rises, named 'Turno' alone", async () => {
  const { patient, match_id, email } = await openAwake();
  const [start, later] = [wallTimeIn(4, "10:00"), wallTimeIn(5, "11:00")];
  const at = (local: string) => Date.parse(`${local}:00-03:00`);
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [start] });
  expect(await mailsTo(patient.id), "a request").toEqual([]);
  await kine.api.bookings.confirm({ id, sequence: 0 });
  expect(await mailsTo(patient.id)).toHaveLength(1);
  await kine.api.bookings.move({ id, sequence: await next(kine, id), start: later });
  expect(await mailsTo(patient.id), "a proposal").toHaveLength(1);
  await patient.api.bookings.answer({ id, sequence: await next(patient, id), accepts: true });
  expect(await mailsTo(patient.id)).toHaveLength(2);
  await kine.api.bookings.cancel({ id, sequence: await next(kine, id) });
  const mails = await mailsTo(patient.id);
  const sides = { uid: `${id}@localhost`, organizer: "mailto:no-responder@localhost", attendees: [`mailto:${email}`] };
  expect(mails).toMatchObject([
    { ...sides, method: "REQUEST", status: "CONFIRMED", from: at(start), subject: "Turno confirmado" },
    { ...sides, method: "REQUEST", status: "CONFIRMED", from: at(later), subject: "Turno confirmado" },
    { ...sides, method: "CANCEL", status: "CANCELLED", from: at(later), subject: "Turno cancelado" },
  ]);
  const sequences = mails.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
  for (const { ics, summary, words } of mails) {
    expect(summary).toBe("Turno");
    for (const told of ["Carla", CONSULTORIO.label, "Santa Fe", "Rodilla", "kinesi"])
      expect(ics + words).not.toContain(told);
    expect(ics).not.toContain("Ana");
  }
});

test("each turno of a series is a message of its own, and only what a calendar holds is cancelled in it", async () => {
  const { patient, match_id } = await openAwake();
  const starts = [wallTimeIn(6, "12:00"), wallTimeIn(13, "12:00"), wallTimeIn(20, "12:00")];
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts });
  await kine.api.bookings.confirm({ id, sequence: 0, following: true });
  expect(new Set((await mailsTo(patient.id)).map(({ uid }) => uid)).size).toBe(3);
  await patient.api.bookings.cancel({ id, sequence: 1, following: true });
  expect(
    (await mailsTo(patient.id))
      .map(({ method }) => method)
      .toSorted()
      .join(" "),
  ).toBe("CANCEL CANCEL CANCEL REQUEST REQUEST REQUEST");
  const { patient: other, match_id: otherMatch } = await openAwake();
  await other.api.notifications.saveSettings({ groups: [{ group: "bookings", push: true, mail: "off" }] });
  const unheld = await other.api.bookings.book({ match_id: otherMatch, place_id, starts: [wallTimeIn(7, "12:00")] });
  await kine.api.bookings.confirm({ id: unheld.id, sequence: 0 });
  expect(await mailsTo(other.id)).toEqual([]);
  await other.api.notifications.saveSettings({ groups: [{ group: "bookings", push: true, mail: "at_once" }] });
  await kine.api.bookings.cancel({ id: unheld.id, sequence: 1 });
  expect(await mailsTo(other.id)).toEqual([]);
});

test("an address that is not proven gets no calendar mail, and a turno that was cancelled meanwhile none either", async () => {
  const { patient, match_id } = await openAwake();
  await sql`update auth.users set email_confirmed_at = null where id = ${patient.id}`.execute(testApp.db);
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(8, "12:00")] });
  await kine.api.bookings.confirm({ id, sequence: 0 });
  expect(await mailsTo(patient.id)).toEqual([]);
  await sql`update auth.users set email_confirmed_at = now() where id = ${patient.id}`.execute(testApp.db);
  const { starts_at } = (await patient.api.bookings.mine()).upcoming.find((each) => each.id === id)!;
  const told = {
    method: "REQUEST" as const,
    user_id: patient.id,
    id,
    sequence: 1,
    starts_at: starts_at.toISOString(),
    local_start: wallTimeIn(8, "12:00"),
    minutes: 60,
  };
  const message = randomUUID();
  const prepare = () => calendarEntry.prepare!({ db: testApp.db, secret: SECRET, id: message }, told);
  // As often as the mail server is asked.
  expect([await prepare(), await prepare()]).toMatchObject([{ facts: { sequence: 1 } }, { facts: { sequence: 1 } }]);
  await sql`update notification_hours set quiet_from = (now() at time zone zone)::time - interval '1 hour',
    quiet_until = (now() at time zone zone)::time + interval '1 hour' where user_id = ${patient.id}`.execute(
    testApp.db,
  );
  expect(await prepare()).toHaveProperty("waitSeconds");
  await sql`update notification_hours set quiet_from = '00:00', quiet_until = '00:00' where user_id = ${patient.id}`.execute(
    testApp.db,
  );
  await kine.api.bookings.cancel({ id, sequence: 1 });
  expect(await prepare()).toBe(null);
});

test("a turno that moves away and back while its messages wait is mailed once", async () => {
  const { patient, match_id } = await openAwake();
  const [start, later] = [wallTimeIn(9, "15:00"), wallTimeIn(10, "15:00")];
  const setQuiet = (hours: number) =>
    sql`update notification_hours set quiet_from = (now() at time zone zone)::time - make_interval(hours => ${hours}),
      quiet_until = (now() at time zone zone)::time + make_interval(hours => ${hours}) where user_id = ${patient.id}`.execute(
      testApp.db,
    );
  await setQuiet(1);
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [start] });
  await kine.api.bookings.confirm({ id, sequence: 0 });
  const waiting = () =>
    testApp.db
      .selectFrom("outgoing_messages")
      .select("id")
      .where("user_id", "=", patient.id)
      .where("kind", "=", "calendar_entry")
      .execute();
  await expect.poll(waiting).toHaveLength(1);
  for (const [moved, count] of [
    [later, 2],
    [start, 3],
  ] as const) {
    await kine.api.bookings.move({ id, sequence: await next(kine, id), start: moved });
    await patient.api.bookings.answer({ id, sequence: await next(patient, id), accepts: true });
    await expect.poll(waiting).toHaveLength(count);
  }
  await setQuiet(0);
  await sql`update graphile_worker._private_jobs set run_at = now() where key = any (${(await waiting()).map((each) => `send_message:${each.id}`)})`.execute(
    testApp.db,
  );
  expect(await mailsTo(patient.id)).toMatchObject([
    { method: "REQUEST", sequence: await next(patient, id), from: Date.parse(`${start}:00-03:00`) },
  ]);
});

test("a specialist who deletes their account leaves their patients' calendars", async () => {
  const { kine: leaving, place_id: place } = await openSpecialist(testApp);
  const { patient, match_id } = await awakePatient(testApp, leaving);
  const starts = [wallTimeIn(9, "12:00")];
  const { id } = await patient.api.bookings.book({ match_id, place_id: place, starts });
  await leaving.api.bookings.confirm({ id, sequence: 0 });
  expect(await mailsTo(patient.id)).toMatchObject([{ method: "REQUEST", sequence: 1 }]);
  await leaving.api.accounts.delete();
  expect(await mailsTo(patient.id)).toMatchObject([
    { method: "REQUEST", sequence: 1 },
    { method: "CANCEL", sequence: 2, uid: `${id}@localhost` },
  ]);
});
