import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rezoneBookings } from "../../app/domain/bookings/rezone.server.ts";
import { isFull } from "../support/full.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { openPatient, openSpecialist, wallTimeIn } from "./agenda.ts";

let testApp: TestApp;
let kine: Person;
let place_id: string;
let pair: Awaited<ReturnType<typeof openPatient>>;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine, place_id } = await openSpecialist(testApp, { is_instant: true }));
  pair = await openPatient(testApp, kine);
  // The clock of the machine may show any hour, and mails wait for the end of quiet hours.
  await sql`insert into notification_hours (user_id, quiet_from, quiet_until) values (${pair.patient.id}, '00:00', '00:00')`.execute(
    testApp.db,
  );
});
afterAll(() => testApp?.close());

/** Sets the instants of every booking of the specialist as a rule of another offset would have: their wall times stay. */
async function byAnotherRule(hours: number): Promise<void> {
  await testApp.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update bookings set starts_at = starts_at + make_interval(hours => ${hours}), moved_to = moved_to + make_interval(hours => ${hours}),
      levels_until = levels_until + make_interval(hours => ${hours}), invited_for = invited_for + make_interval(hours => ${hours})
      where kine_id = ${kine.id}`.execute(tx);
    // All at once would meet each other in the constraint.
    await sql`create temporary table moved on commit drop as select c.booking_id, c.place_id,
        int8range(lower(c.span) + 60 * ${hours}::int8, upper(c.span) + 60 * ${hours}::int8) as span
      from booking_claims c join bookings b on b.id = c.booking_id where b.kine_id = ${kine.id}`.execute(tx);
    await sql`delete from booking_claims where booking_id in (select booking_id from moved)`.execute(tx);
    await sql`insert into booking_claims select * from moved`.execute(tx);
  });
}

/** The bookings that stand; those that ended are left as they were. */
const rowsNow = async () =>
  (
    await sql<{
      id: string;
      sequence: number;
    }>`select b.id, b.starts_at, b.moved_to, b.local_start, b.moved_local, b.sequence,
        array(select c.span::text from booking_claims c where c.booking_id = b.id order by 1) as claims
      from bookings b where b.kine_id = ${kine.id} and b.state in ('requested', 'confirmed') order by b.id`.execute(
      testApp.db,
    )
  ).rows;
/** The mails for calendars that were sent so far, once none waits any more. */
const calendarMails = async () => {
  const waiting = async () => {
    const { rows } = await sql`select from outgoing_messages where sealed is not null and kind = 'calendar_entry'
      union all select from graphile_worker.jobs where key like 'calendar_entry:%'`.execute(testApp.db);
    return rows.length;
  };
  await expect.poll(waiting).toBe(0);
  const { rows } = await sql<{ mails: number }>`select count(*)::int as mails from outgoing_messages
    where kind = 'calendar_entry' and sent_at is not null`.execute(testApp.db);
  return rows[0]!.mails;
};

test("after a change of a zone's rules the bookings ahead keep their wall times, and calendars are told once", async () => {
  const starts = [8, 9, 10, 11].map((hour) => wallTimeIn(5, `${String(hour).padStart(2, "0")}:00`));
  await pair.patient.api.bookings.book({ match_id: pair.match_id, place_id, starts });
  const [first] = (await pair.patient.api.bookings.mine()).upcoming;
  await pair.patient.api.bookings.move({ id: first!.id, sequence: first!.sequence, start: wallTimeIn(6, "15:00") });
  const mails = await calendarMails();
  const before = await rowsNow();
  const told: number[] = [];
  for (const hours of [1, -1]) {
    await byAnotherRule(hours);
    expect(await rezoneBookings(testApp.db)).toEqual({ moved: 4, left: [] });
    expect(await rezoneBookings(testApp.db)).toEqual({ moved: 0, left: [] });
    told.push(await calendarMails());
  }
  expect(told).toEqual([mails + 4, mails + 8]);
  expect(await rowsNow()).toEqual(before.map((row) => ({ ...row, sequence: row.sequence + 2 })));
});

test("an agenda with a time that is taken by the new rules is left as it is and named", async () => {
  await byAnotherRule(1);
  const other = await openPatient(testApp, kine);
  // The wall time of the first, which its claim no longer holds.
  const taken = await kine.api.bookings.book({ match_id: other.match_id, place_id, starts: [wallTimeIn(5, "08:00")] });
  const before = await rowsNow();
  expect(await rezoneBookings(testApp.db)).toEqual({ moved: 0, left: [kine.id] });
  expect(await rowsNow()).toEqual(before);
  await kine.api.bookings.cancel({ id: taken.id, sequence: 0 });
  expect(await rezoneBookings(testApp.db)).toEqual({ moved: 4, left: [] });
});

test("what is written about a booking after a change of the rules leaves its wall time", async () => {
  await byAnotherRule(1);
  const walls = (await rowsNow()).map((row) => "local_start" in row && row.local_start);
  await sql`update bookings set levels_until = now() where kine_id = ${kine.id}`.execute(testApp.db);
  expect((await rowsNow()).map((row) => "local_start" in row && row.local_start)).toEqual(walls);
});

test.runIf(isFull)("ten thousand bookings keep their wall times", { timeout: 600_000 }, async () => {
  const { rows } = await sql<{ count: number }>`with made as (
      insert into bookings (match_id, kine_id, place_id, starts_at, minutes, local_start, zone, state, asked_by, answer_by)
      select ${pair.match_id}, ${kine.id}, ${place_id}, t, 60, t, 'America/Argentina/Buenos_Aires', 'requested', 'patient', t
      from generate_series(date_trunc('hour', now()) + interval '20 days', date_trunc('hour', now()) + interval '20 days 9999 hours', '1 hour') t
      returning 1) select count(*)::int as count from made`.execute(testApp.db);
  expect(rows).toEqual([{ count: 10_000 }]);
  await rezoneBookings(testApp.db);
  const before = await rowsNow();
  await byAnotherRule(1);
  expect((await rezoneBookings(testApp.db)).moved).toBeGreaterThanOrEqual(10_000);
  const sequences = new Map((await rowsNow()).map((row) => [row.id, row.sequence]));
  expect((await rowsNow()).map((row) => ({ ...row, sequence: 0 }))).toEqual(
    before.map((row) => ({ ...row, sequence: 0 })),
  );
  expect(before.every(({ id, sequence }) => sequences.get(id) === sequence + 1)).toBe(true);
});
