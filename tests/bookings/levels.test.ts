import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { beforeQuietHours, runBookingLevels } from "../../app/domain/bookings/booking-levels.server.ts";
import { momentOf } from "../../app/domain/bookings/booking-words.ts";
import { lockPair } from "../../app/domain/bookings/pair.server.ts";
import { type BookingNow, dueOfBooking } from "../../app/domain/bookings/levels.ts";
import { notificationMail } from "../../app/domain/notifications/messages.server.ts";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, SECRET, type TestApp } from "../support/test-app.ts";
import { openPatient, openSpecialist, pass, wallTimeIn } from "./agenda.ts";

let testApp: TestApp;
let kine: Person;
let place_id: string;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine, place_id } = await openSpecialist(testApp));
});
afterAll(() => testApp?.close());

const HOUR = 3_600;
const now: BookingNow = {
  state: "confirmed",
  is_proposed: false,
  answer_s: null,
  starts_s: 30 * HOUR,
  settled_s: -1,
  day_s: 6 * HOUR,
  soon_s: 28 * HOUR,
  list_s: 10 * HOUR,
  marks_s: 32 * HOUR,
  keeps: true,
  is_suspended: false,
};

/** The clock of the machine may show any hour. */
const endQuietHours = ({ id }: Person) =>
  sql`insert into notification_hours (user_id, quiet_from, quiet_until) values (${id}, '00:00', '00:00')
    on conflict (user_id) do update set quiet_from = '00:00', quiet_until = '00:00'`.execute(testApp.db);

test("each level of a booking is due once, at its time, and none for a time that is past", () => {
  const told: string[] = [];
  // Every hour, as its job would run; a run that comes late settles what it missed.
  let settled = 0;
  for (let hour = 0; hour < 40; hour += hour === 9 ? 3 : 1) {
    const at = (seconds: number) => seconds - hour * HOUR;
    const moment = {
      ...now,
      starts_s: at(now.starts_s),
      day_s: at(now.day_s),
      soon_s: at(now.soon_s),
      list_s: at(now.list_s),
      marks_s: at(now.marks_s),
      settled_s: at(settled),
    };
    told.push(...dueOfBooking(moment).tell);
    settled = hour * HOUR;
  }
  expect(told).toEqual(["day", "list", "soon", "marks"]);
  // Long after, nothing but the question whether everybody came.
  const late = {
    ...now,
    starts_s: -HOUR,
    day_s: -25 * HOUR,
    soon_s: -3 * HOUR,
    list_s: -20 * HOUR,
    marks_s: 0,
    settled_s: -90 * HOUR,
  };
  expect(dueOfBooking(late)).toEqual({ end: null, tell: ["marks"], next_s: null });
});

test("a request lapses, a proposal is dropped, and a right that ended cancels, a suspension a day before", () => {
  expect(dueOfBooking({ ...now, state: "requested", answer_s: 60 })).toEqual({ end: null, tell: [], next_s: 60 });
  expect(dueOfBooking({ ...now, state: "requested", answer_s: 0 }).end).toBe("lapse");
  expect(dueOfBooking({ ...now, is_proposed: true, answer_s: -1 }).end).toBe("drop proposal");
  expect(dueOfBooking({ ...now, keeps: false }).end).toBe("cancel");
  expect(dueOfBooking({ ...now, is_suspended: true })).toMatchObject({ end: null, next_s: 6 * HOUR });
  expect(dueOfBooking({ ...now, is_suspended: true, starts_s: 24 * HOUR }).end).toBe("cancel");
  expect(dueOfBooking({ ...now, keeps: false, starts_s: -1 }).end).toBe(null);
});

const kindsOf = async (person: Person) => (await person.api.notifications.list({})).items.map(({ kind }) => kind);
/** The jobs of a booking that the running program is about to take: they would see it in the midst of what a test does. */
const dueJobsOf = async (id: string) => {
  const { rows } =
    await sql`select from graphile_worker.jobs where key = ${`booking_level:${id}`} and run_at <= now()`.execute(
      testApp.db,
    );
  return rows.length;
};
const told = async (person: Person, kind: string) => {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(count), 0)::int as count from notifications
    where user_id = ${person.id} and kind = ${kind}`.execute(testApp.db);
  return rows[0]!.count;
};
const run = (id: string) => runBookingLevels(testApp.app.services, id);
const stateOf = async (id: string) =>
  (await testApp.db.selectFrom("bookings").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;

test("a request that nobody answers gives its time back once, and its patient is told", async () => {
  const { patient, match_id } = await openPatient(testApp, kine);
  const starts = [wallTimeIn(5, "10:00")];
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts });
  await run(id);
  expect(await stateOf(id)).toBe("requested");
  await pass(testApp, 25, [id]);
  // Its time is over, whether its job has run yet or not.
  expect(["BOOKING_OVER", "BOOKING_CHANGED"]).toContain(await outcome(kine.api.bookings.confirm({ id, sequence: 0 })));
  for (let time = 0; time < 3; time += 1) await run(id);
  expect(await stateOf(id)).toBe("lapsed");
  expect(await told(patient, "booking_declined")).toBe(1);
  const { patient: other, match_id: otherMatch } = await openPatient(testApp, kine);
  expect(await outcome(other.api.bookings.book({ match_id: otherMatch, place_id, starts }))).toBe("ok");
});

test("a patient is reminded a day and two hours before, once each, and of nothing that was cancelled or moved away", async () => {
  const { patient, match_id } = await openPatient(testApp, kine);
  await endQuietHours(patient);
  const confirmed = async (days: number) => {
    const { id } = await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(days, "12:00")] });
    await patient.api.bookings.confirm({ id, sequence: 0 });
    await testApp.db.transaction().execute(async (tx) => {
      // As the booking's job does, which may run meanwhile.
      await lockPair(tx, { kine_id: kine.id, patient_id: patient.id });
      await sql`update bookings set starts_at = date_trunc('hour', now()) + make_interval(days => ${days}::int) where id = ${id}`.execute(
        tx,
      );
    });
    await run(id);
    await expect.poll(() => dueJobsOf(id)).toBe(0);
    return id;
  };
  const [kept, cancelled] = [await confirmed(10), await confirmed(11)];
  expect(await told(patient, "booking_tomorrow")).toBe(0);
  await pass(testApp, 9 * 24 + 1, [kept]);
  await pass(testApp, 10 * 24 + 1, [cancelled]);
  const { sequence } = (await patient.api.bookings.mine()).upcoming.find((each) => each.id === cancelled)!;
  await patient.api.bookings.cancel({ id: cancelled, sequence });
  for (let time = 0; time < 3; time += 1) for (const id of [kept, cancelled]) await run(id);
  expect(await told(patient, "booking_tomorrow")).toBe(1);
  expect(await told(patient, "booking_soon")).toBe(0);
  await pass(testApp, 21.5, [kept]);
  for (let time = 0; time < 3; time += 1) for (const id of [kept, cancelled]) await run(id);
  expect(await told(patient, "booking_soon")).toBe(1);
  // Within the notice it was late, known to the two.
  const { past } = await kine.api.bookings.mine();
  expect(past.find((each) => each.id === cancelled)).toMatchObject({ is_late: true, ended_by: "patient" });
  // What was told is true no more once it is cancelled.
  const left = (await kine.api.bookings.mine()).upcoming.find((each) => each.id === kept)!;
  await kine.api.bookings.cancel({ id: kept, sequence: left.sequence });
  expect(await kindsOf(patient)).not.toContain("booking_soon");
  expect(await kindsOf(patient)).not.toContain("booking_tomorrow");
});

test("a reminder that quiet hours would hold past the start comes before them, and any other waits for their end", async () => {
  const at = async (starts: string, from: string, until: string) => {
    const { rows } = await sql<{ at: string }>`select to_char(${beforeQuietHours({
      at: sql`${starts}::timestamptz - interval '2 hours'`,
      latest: sql`${starts}::timestamptz`,
      from: sql`${from}::time`,
      until: sql`${until}::time`,
      zone: sql`'America/Argentina/Buenos_Aires'::text`,
    })} at time zone 'America/Argentina/Buenos_Aires', 'DD HH24:MI') as at`.execute(testApp.db);
    return rows[0]!.at;
  };
  expect(await at("2026-12-03T18:00-03:00", "21:00", "08:00")).toBe("03 16:00");
  // Delivered at 8, half an hour before.
  expect(await at("2026-12-03T08:30-03:00", "21:00", "08:00")).toBe("03 06:30");
  expect(await at("2026-12-03T07:30-03:00", "21:00", "08:00")).toBe("02 20:45");
  expect(await at("2026-12-03T23:30-03:00", "21:00", "08:00")).toBe("03 20:45");
  expect(await at("2026-12-03T15:00-03:00", "12:00", "16:00")).toBe("03 11:45");
});

test("a suspension cancels its bookings a day before each", async () => {
  const { patient, match_id } = await openPatient(testApp, kine);
  const { id } = await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(20, "10:00")] });
  await patient.api.bookings.confirm({ id, sequence: 0 });
  const elena = await testApp.signIn(cast.elena);
  await elena.api.moderation.suspend({ id: patient.id, reason: "Prueba" });
  await run(id);
  expect(await stateOf(id)).toBe("confirmed");
  const { starts_at } = await testApp.db
    .selectFrom("bookings")
    .select("starts_at")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await pass(testApp, (starts_at.getTime() - Date.now()) / 3_600_000 - 23, [id]);
  await run(id);
  expect(await stateOf(id)).toBe("cancelled");
  expect(await kindsOf(kine)).toContain("booking_cancelled_kine");
});

test("the mail about a confirmed turno says when it is, and names nobody and no place", async () => {
  const { patient, match_id } = await openPatient(testApp, kine);
  await endQuietHours(patient);
  const start = wallTimeIn(3, "09:00");
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [start, wallTimeIn(10, "09:00")] });
  await kine.api.bookings.confirm({ id, sequence: 0, following: true });
  const { items } = await patient.api.notifications.list({});
  const told = items.find(({ kind }) => kind === "booking_confirmed")!;
  const prepared = await notificationMail.prepare!(
    { db: testApp.db, secret: SECRET, id: randomUUID() },
    { ids: [told.id] },
  );
  expect(prepared).toMatchObject({ facts: { lines: [{ title: "Confirmaron tu turno", when: momentOf(start) }] } });
  expect(JSON.stringify((prepared as { facts: object }).facts)).not.toMatch(/Carla|Palermo|Rodilla|kinesi/i);
});
