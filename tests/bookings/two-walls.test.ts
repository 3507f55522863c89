import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MODALITIES } from "../../app/domain/profiles/modality.ts";
import { isFull } from "../support/full.ts";
import { apiOf, outcome, type Person } from "../support/people.ts";
import { openNode, openTestApp, type TestApp } from "../support/test-app.ts";
import { CONSULTORIO, openPatient, openSpecialist, wallTimeIn } from "./agenda.ts";

let testApp: TestApp;
let second: Awaited<ReturnType<typeof openNode>>;
let kine: Person;
let place_id: string;
let pairs: Awaited<ReturnType<typeof openPatient>>[];

beforeAll(async () => {
  testApp = await openTestApp();
  second = await openNode(testApp.databaseUrl);
  ({ kine, place_id } = await openSpecialist(testApp));
  pairs = [await openPatient(testApp, kine), await openPatient(testApp, kine)];
});
afterAll(async () => {
  await second?.close();
  await testApp?.close();
});

const overlaps = async () =>
  (
    await sql`select from booking_claims a join booking_claims b on a.ctid < b.ctid and a.span && b.span limit 1`.execute(
      testApp.db,
    )
  ).rows.length;
const deadlocks = async () => {
  const { rows } = await sql<{
    deadlocks: string;
  }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(testApp.db);
  return Number(rows[0]!.deadlocks);
};

const ROUNDS = isFull ? 200 : 6;
const AT_ONCE = isFull ? 25 : 6;

test(
  "of many at once on two nodes one gets a time, the others are told, and nothing deadlocks",
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const starts = [wallTimeIn(5 + (round % 50), "10:00")];
      const asks = Array.from({ length: AT_ONCE * 2 }, (_, n) => {
        const { patient, match_id } = pairs[n % 2]!;
        const api = n % 4 < 2 ? patient.api : apiOf(second.url, patient.token);
        return outcome(api.bookings.book({ match_id, place_id, starts }));
      });
      const answers = await Promise.all(asks);
      expect(answers.toSorted()).toEqual([...Array<string>(AT_ONCE * 2 - 1).fill("SLOT_TAKEN"), "ok"]);
      const booked = (await kine.api.bookings.mine()).upcoming[0]!;
      // Both ends of it at once: one of them wins.
      const ends = await Promise.all([
        outcome(kine.api.bookings.confirm({ id: booked.id, sequence: booked.sequence })),
        outcome(
          pairs
            .find(({ match_id }) => match_id === booked.match_id)!
            .patient.api.bookings.cancel({ id: booked.id, sequence: booked.sequence }),
        ),
      ]);
      expect(ends.filter((each) => each === "ok")).toHaveLength(1);
      expect(await overlaps()).toBe(0);
      const left = (await kine.api.bookings.mine()).upcoming[0];
      if (left) await kine.api.bookings.cancel({ id: left.id, sequence: left.sequence });
      // More rounds than a pair may ask for in a day.
      await sql`delete from bookings`.execute(testApp.db);
    }
    expect(await deadlocks()).toBe(0);
  },
);

test("a block beside requests leaves no booking that stands", async () => {
  for (let round = 0; round < (isFull ? 40 : 4); round += 1) {
    const { patient, match_id } = await openPatient(testApp, kine);
    await Promise.all([
      ...["12:00", "13:00"].map((time) =>
        outcome(patient.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(7, time)] })),
      ),
      kine.api.conversations.block({ id: match_id }),
    ]);
    const { rows } =
      await sql`select from bookings where match_id = ${match_id} and state in ('requested', 'confirmed')`.execute(
        testApp.db,
      );
    expect(rows).toEqual([]);
  }
  expect(await deadlocks()).toBe(0);
});

test("two who have a turno with each other and delete their accounts at once both leave", async () => {
  const before = await deadlocks();
  for (let round = 0; round < (isFull ? 40 : 6); round += 1) {
    const own = await openSpecialist(testApp);
    const { patient, match_id } = await openPatient(testApp, own.kine);
    await patient.api.bookings.book({ match_id, place_id: own.place_id, starts: [wallTimeIn(5, "10:00")] });
    const left = await Promise.all([patient, own.kine].map((person) => outcome(person.api.accounts.delete())));
    expect(left).toEqual(["ok", "ok"]);
  }
  expect(await deadlocks()).toBe(before);
});

const AGENDAS = isFull ? 10_000 : 12;
const time = fc.integer({ min: 0, max: 95 });
const range = fc.tuple(
  fc.integer({ min: 0, max: 6 }),
  time,
  fc.integer({ min: 2, max: 40 }),
  // The hours of every place, or of one.
  fc.option(fc.nat(1), { nil: null }),
);
const place = fc.record({
  modality: fc.constantFrom(...MODALITIES),
  session_min: fc.integer({ min: 3, max: 24 }).map((n) => n * 5),
  buffer_min: fc.integer({ min: 0, max: 30 }),
  travel_min: fc.integer({ min: 0, max: 60 }),
  seats: fc.integer({ min: 1, max: 3 }),
});
const agenda = fc.record({
  settings: fc.record({
    lead_min: fc.integer({ min: 0, max: 3000 }),
    horizon_days: fc.integer({ min: 1, max: 10 }),
    on_holidays: fc.boolean(),
  }),
  ranges: fc.array(range, { minLength: 1, maxLength: 8 }),
  places: fc.array(place, { minLength: 1, maxLength: 2 }),
  closed: fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), time, fc.integer({ min: 1, max: 30 })), { maxLength: 2 }),
  taken: fc.array(fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 8 }), time), { maxLength: 6 }),
  tried: fc.array(fc.tuple(fc.integer({ min: 0, max: 11 }), time), { minLength: 20, maxLength: 20 }),
});
const clock = (quarter: number) =>
  `${String(Math.min(Math.trunc(quarter / 4), 23)).padStart(2, "0")}:${["00", "15", "30", "45"][quarter % 4]}`;

test("what an agenda offers is what it accepts, whatever the agenda", { timeout: 3_600_000 }, async () => {
  const { patient, match_id } = pairs[0]!;
  const { db } = testApp;
  await fc.assert(
    fc.asyncProperty(agenda, async ({ settings, ranges, places, closed, taken, tried }) => {
      await sql`delete from bookings`.execute(db);
      await sql`delete from agenda_exceptions`.execute(db);
      await sql`delete from agenda_places`.execute(db);
      await sql`delete from availabilities where kine_id = ${kine.id}`.execute(db);
      await sql`update agendas set lead_min = ${settings.lead_min}, horizon_days = ${settings.horizon_days}, on_holidays = ${settings.on_holidays}`.execute(
        db,
      );
      const ids: string[] = [];
      for (const each of places) {
        const fields = { ...CONSULTORIO, ...each, seats: each.modality === "consultorio" ? each.seats : 1 };
        ids.push(
          (
            await db
              .insertInto("agenda_places")
              .values({ ...fields, kine_id: kine.id })
              .returning("id")
              .executeTakeFirstOrThrow()
          ).id,
        );
      }
      for (const [weekday, from, length, place] of ranges)
        await sql`insert into availabilities (kine_id, weekday, start_time, end_time, place_id)
          values (${kine.id}, ${weekday}, ${clock(from)}, least(${clock(from)}::interval + make_interval(mins => ${length * 15}), '24:00')::time,
            ${place === null ? null : ids[place % ids.length]})
          on conflict do nothing`
          .execute(db)
          .catch(() => undefined);
      for (const [days, from, length] of closed) {
        const day = wallTimeIn(days, "").slice(0, 10);
        const until = clock(Math.min(from + length, 95));
        if (until > clock(from))
          await db
            .insertInto("agenda_exceptions")
            .values({ kine_id: kine.id, from_day: day, until_day: day, start_time: clock(from), end_time: until })
            .execute();
      }
      for (const [n, days, at] of taken)
        await outcome(
          kine.api.bookings.book({
            match_id: pairs[1]!.match_id,
            place_id: ids[n % ids.length]!,
            starts: [wallTimeIn(days, clock(at))],
          }),
        );
      const { slots } = await patient.api.agendas.slots({ match_id });
      const offered = new Set(slots.map((slot) => `${slot.place_id} ${slot.local_start}`));
      const asked = [
        ...tried.map(([days, at], n) => ({ place_id: ids[n % ids.length]!, local_start: wallTimeIn(days, clock(at)) })),
        ...slots.filter((_, n) => n % Math.ceil(slots.length / 4) === 0),
      ];
      for (const { place_id: at, local_start } of asked) {
        const answer = await outcome(
          patient.api.bookings.book({ match_id, place_id: at, starts: [local_start], anyway: true }),
        );
        const expected = offered.has(`${at} ${local_start}`) ? ["ok"] : ["SLOT_TAKEN", "SLOT_CLOSED"];
        expect(expected, `${at} ${local_start}`).toContain(answer);
        if (answer === "ok") await sql`delete from bookings where match_id = ${match_id}`.execute(db);
      }
    }),
    { numRuns: AGENDAS },
  );
});
