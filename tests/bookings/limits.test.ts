import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookingSections } from "../../app/domain/exports/booking-sections.server.ts";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { CONSULTORIO, openPatient, openSpecialist, pass, SETTINGS, wallTimeIn } from "./agenda.ts";

let testApp: TestApp;
let kine: Person;
let place_id: string;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine, place_id } = await openSpecialist(testApp, { notice_hours: 168 }));
});
afterAll(() => testApp?.close());

type Pair = Awaited<ReturnType<typeof openPatient>>;
const daysFrom = (first: number, count: number, time: string) =>
  Array.from({ length: count }, (_, n) => wallTimeIn(first + n, time));

/** Bookings that the specialist asked for and the patient confirmed. */
async function confirmed({ patient, match_id }: Pair, starts: string[]): Promise<string[]> {
  const { id } = await kine.api.bookings.book({ match_id, place_id, starts });
  await patient.api.bookings.confirm({ id, sequence: 0, following: true });
  return (await patient.api.bookings.mine()).upcoming.map((booking) => booking.id);
}
const isToldOfNoShow = async ({ id }: Person) =>
  (await sql`select from notifications where user_id = ${id} and kind = 'booking_no_show'`.execute(testApp.db)).rows
    .length > 0;

test("what a pair asked for counts for a day, whatever became of it, in all of its cases", async () => {
  const { patient, match_id } = await openPatient(testApp, kine);
  const { id: case_id } = await patient.api.cases.create({ title: "Hombro", description: "También me duele" });
  const { id: otherMatch } = await kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: otherMatch });
  const book = (match: string, ...starts: string[]) => patient.api.bookings.book({ match_id: match, place_id, starts });
  const cancel = ({ id }: { id: string }) => patient.api.bookings.cancel({ id, sequence: 0, following: true });
  const asked = await book(match_id, ...daysFrom(5, 40, "08:00"));
  // A second case gives no more of the same agenda.
  expect(await outcome(book(otherMatch, wallTimeIn(5, "10:00")))).toBe("TOO_MANY_BOOKINGS");
  await cancel(asked);
  await cancel(await book(otherMatch, ...daysFrom(5, 20, "08:00")));
  expect(await outcome(book(match_id, wallTimeIn(5, "08:00")))).toBe("TOO_MANY_BOOKINGS");
  await sql`update bookings set created_at = created_at - interval '25 hours' where match_id = ${match_id}`.execute(
    testApp.db,
  );
  expect(await outcome(book(match_id, wallTimeIn(5, "08:00")))).toBe("ok");
});

test("another account of the mailbox brings no further requests, and missed sessions follow there", async () => {
  const { kine: own, place_id: place } = await openSpecialist(testApp, { is_instant: true });
  const one = await openPatient(testApp, own, { email: "faltador@gmail.com" });
  const other = await openPatient(testApp, own, { email: "fal.tador+2@gmail.com" });
  const book = ({ patient, match_id }: Pair, ...starts: string[]) =>
    patient.api.bookings.book({ match_id, place_id: place, starts });
  const missed = [(await book(one, wallTimeIn(3, "10:00"))).id, (await book(one, wallTimeIn(4, "10:00"))).id];
  expect((await book(other, wallTimeIn(5, "10:00"))).state).toBe("confirmed");
  await pass(testApp, 24 * 5, missed);
  for (const id of missed) await own.api.bookings.mark({ id, sequence: 0, as: "no_show" });
  expect((await book(other, wallTimeIn(6, "10:00"))).state).toBe("requested");
  for (const day of [7, 8]) await book(one, wallTimeIn(day, "10:00"));
  expect(await outcome(book(other, wallTimeIn(9, "10:00")))).toBe("TOO_MANY_BOOKINGS");
  // Also all at once: the accounts of a mailbox wait for each other.
  const [first, second] = [
    await openPatient(testApp, own, { email: "otrobuzon@gmail.com" }),
    await openPatient(testApp, own, { email: "otro.buzon@gmail.com" }),
  ];
  await own.api.agendas.save({ ...SETTINGS, is_instant: false });
  const asked = [11, 12, 13, 14, 15, 16].map((day) =>
    outcome(book(day % 2 ? first : second, wallTimeIn(day, "10:00"))),
  );
  expect((await Promise.all(asked)).filter((each) => each === "ok")).toHaveLength(3);
});

test("missed sessions and the requests of a day stay with the mailbox when its account is deleted, once in all its accounts", async () => {
  const { kine: own, place_id: place } = await openSpecialist(testApp, { is_instant: true });
  const email = "vuelve@gmail.com";
  const book = ({ patient, match_id }: Pair, ...starts: string[]) =>
    patient.api.bookings.book({ match_id, place_id: place, starts });
  const one = await openPatient(testApp, own, { email });
  const [first, second] = [await book(one, wallTimeIn(3, "10:00")), await book(one, wallTimeIn(4, "10:00"))];
  await pass(testApp, 24 * 5, [first.id, second.id]);
  await own.api.bookings.mark({ id: first.id, sequence: 0, as: "no_show" });
  await own.api.bookings.mark({ id: second.id, sequence: 0, as: "held" });
  const other = await openPatient(testApp, own, { email: "vuel.ve@gmail.com" });
  await one.patient.api.accounts.delete();
  // One missed session is no brake, although two accounts have it.
  const again = await openPatient(testApp, own, { email });
  const third = await book(again, wallTimeIn(6, "10:00"));
  expect(third.state).toBe("confirmed");
  const carried = bookingSections.find(({ name }) => name === "turnos_de_casos_retirados")!;
  expect((await carried.rows(again.patient.id).execute(testApp.db)).rows).toEqual([]);
  await pass(testApp, 24 * 7, [third.id]);
  // While it can still be marked, a deletion makes it a missed one.
  await again.patient.api.accounts.delete();
  expect((await book(other, wallTimeIn(7, "10:00"))).state).toBe("requested");
  await other.patient.api.accounts.delete();
  const last = await openPatient(testApp, own, { email });
  expect((await book(last, wallTimeIn(8, "10:00"))).state).toBe("requested");
  await sql`update left_bookings set starts_at = starts_at - interval '60 days' where patient_id = ${last.patient.id}`.execute(
    testApp.db,
  );
  expect((await book(last, wallTimeIn(9, "10:00"))).state).toBe("confirmed");
  // The requests of a day, with the agenda emptied each time.
  const asked = [await openPatient(testApp, own, { email: "pedidor@gmail.com" })];
  await book(asked[0]!, ...daysFrom(5, 40, "08:00"));
  await asked[0]!.patient.api.accounts.delete();
  asked.push(await openPatient(testApp, own, { email: "pedidor@gmail.com" }));
  expect(await outcome(book(asked[1]!, ...daysFrom(5, 21, "08:00")))).toBe("TOO_MANY_BOOKINGS");
  expect(await outcome(book(asked[1]!, ...daysFrom(5, 20, "08:00")))).toBe("ok");
});

test("what a specialist proposes takes no time of the patient with another one, until they confirm it", async () => {
  const other = await openSpecialist(testApp);
  const pair = await openPatient(testApp, kine);
  const { patient } = pair;
  const { id: case_id } = await patient.api.cases.create({ title: "Hombro", description: "También me duele" });
  const { id: match_id } = await other.kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: match_id });
  const [start] = daysFrom(5, 1, "10:00");
  const isOffered = async () =>
    (await patient.api.agendas.slots({ match_id, from: start!.slice(0, 10) })).slots.some(
      ({ local_start }) => local_start === start,
    );
  const { id } = await kine.api.bookings.book({ match_id: pair.match_id, place_id, starts: [start!] });
  expect(await isOffered()).toBe(true);
  await patient.api.bookings.confirm({ id, sequence: 0 });
  expect(await isOffered()).toBe(false);
  await patient.api.bookings.cancel({ id, sequence: 1 });
  expect(await isOffered()).toBe(true);
  // What the patient asks for takes it, before anybody answers.
  await patient.api.bookings.book({ match_id: pair.match_id, place_id, starts: [start!] });
  expect(await isOffered()).toBe(false);
  const book = { match_id, place_id: other.place_id, starts: [start!] };
  expect(await outcome(patient.api.bookings.book(book))).toBe("PATIENT_BUSY");
});

test("a patient has three proposals of another time open with a specialist", async () => {
  const pair = await openPatient(testApp, kine);
  const { patient } = pair;
  const ids = await confirmed(pair, daysFrom(5, 4, "11:00"));
  const move = (n: number, time: string, sequence = 1) =>
    outcome(patient.api.bookings.move({ id: ids[n]!, sequence, start: wallTimeIn(5 + n, time) }));
  for (const n of [0, 1, 2]) expect(await move(n, "14:00")).toBe("ok");
  expect(await move(3, "14:00")).toBe("TOO_MANY_BOOKINGS");
  // One that waits may still become another.
  expect(await move(0, "15:00", 2)).toBe("ok");
  await kine.api.bookings.answer({ id: ids[0]!, sequence: 3, accepts: false });
  expect(await move(3, "14:00")).toBe("ok");
});

describe("a mark", () => {
  test("tells nobody once the contact has ended", async () => {
    const pair = await openPatient(testApp, kine);
    const [id = ""] = await confirmed(pair, [wallTimeIn(4, "16:00")]);
    await pass(testApp, 24 * 5, [id]);
    await pair.patient.api.conversations.block({ id: pair.match_id });
    await kine.api.bookings.mark({ id, sequence: 1, as: "no_show" });
    expect(await isToldOfNoShow(pair.patient)).toBe(false);
  });

  test("leaves a dispute as it was", async () => {
    const pair = await openPatient(testApp, kine);
    const { patient } = pair;
    const [id = ""] = await confirmed(pair, [wallTimeIn(4, "17:00")]);
    await pass(testApp, 24 * 5, [id]);
    await kine.api.bookings.mark({ id, sequence: 1, as: "no_show" });
    expect(await isToldOfNoShow(patient)).toBe(true);
    await patient.api.bookings.dispute({ id, sequence: 2 });
    const isDisputed = async () => (await patient.api.bookings.mine()).past[0]!.is_disputed;
    await kine.api.bookings.mark({ id, sequence: 2, as: "held" });
    expect(await isDisputed()).toBe(false);
    await kine.api.bookings.mark({ id, sequence: 3, as: "no_show" });
    expect(await isDisputed()).toBe(true);
  });

  test("is disputed within seven days", async () => {
    const pair = await openPatient(testApp, kine);
    const [id = ""] = await confirmed(pair, [wallTimeIn(4, "18:00")]);
    await pass(testApp, 24 * 10, [id]);
    await kine.api.bookings.mark({ id, sequence: 1, as: "no_show" });
    const dispute = () => outcome(pair.patient.api.bookings.dispute({ id, sequence: 2 }));
    const isDisputable = async () => (await pair.patient.api.bookings.mine()).past[0]!.is_disputable;
    await pass(testApp, 24 * 7 - 1, [id]);
    expect(await isDisputable()).toBe(true);
    await pass(testApp, 2, [id]);
    expect([await isDisputable(), await dispute()]).toEqual([false, "MARK_CLOSED"]);
    await pass(testApp, -2, [id]);
    expect([await dispute(), await isDisputable()]).toEqual(["ok", false]);
  });
});

describe("a proposal of another time", () => {
  const answerBy = async (id: string) =>
    (await sql<{ at: Date }>`select answer_by as at from bookings where id = ${id}`.execute(testApp.db)).rows[0]!.at;

  test("that replaces another keeps its deadline, and a booking that changed twenty times is moved no more", async () => {
    const pair = await openPatient(testApp, kine);
    const [id = ""] = await confirmed(pair, [wallTimeIn(6, "12:00")]);
    const move = (sequence: number, time: string) =>
      outcome(pair.patient.api.bookings.move({ id, sequence, start: wallTimeIn(6, time) }));
    expect(await move(1, "18:00")).toBe("ok");
    await sql`update bookings set answer_by = answer_by - interval '20 hours' where id = ${id}`.execute(testApp.db);
    const before = await answerBy(id);
    expect(await move(2, "19:00")).toBe("ok");
    expect(await answerBy(id)).toEqual(before);
    for (let n = 3; n < 20; n++) expect(await move(n, n % 2 ? "18:00" : "19:00")).toBe("ok");
    expect(await move(20, "18:00")).toBe("TOO_MANY_BOOKINGS");
  });

  test("is not a patient's where the agenda is off", async () => {
    const { kine: own, place_id: place } = await openSpecialist(testApp);
    const { patient, match_id } = await openPatient(testApp, own);
    const { id } = await patient.api.bookings.book({ match_id, place_id: place, starts: [wallTimeIn(5, "10:00")] });
    await own.api.bookings.confirm({ id, sequence: 0 });
    await own.api.agendas.save({ ...SETTINGS, is_on: false });
    const times = { id, sequence: 1, start: wallTimeIn(5, "14:00") };
    expect(await outcome(patient.api.bookings.move(times))).toBe("AGENDA_OFF");
    expect(await outcome(own.api.bookings.move(times))).toBe("ok");
  });
});

describe("a patient who ends the contact within the notice", () => {
  const endings: [string, boolean, (pair: Pair) => Promise<unknown>][] = [
    ["taking the acceptance back", true, ({ patient, match_id }) => patient.api.matches.end({ id: match_id })],
    ["closing the case", true, ({ patient, case_id }) => patient.api.cases.close({ id: case_id })],
    ["blocking", true, ({ patient, match_id }) => patient.api.conversations.block({ id: match_id })],
    ["withdrawing the consent", false, ({ patient }) => patient.api.consents.withdrawHealth()],
  ];
  test.each(endings)("by %s is late: %s", async (_, isLate, end) => {
    const pair = await openPatient(testApp, kine);
    const [id] = await confirmed(pair, [wallTimeIn(3, "10:00")]);
    await end(pair);
    const { rows } = await sql`select state::text, is_late from bookings where id = ${id}`.execute(testApp.db);
    expect(rows).toEqual([{ state: "cancelled", is_late: isLate }]);
  });
});

test("a booking keeps the notice that it was made with, for the word at its cancelling and for what is late", async () => {
  const { kine: own, place_id: place } = await openSpecialist(testApp, { notice_hours: 24 });
  const { patient, match_id } = await openPatient(testApp, own);
  const book = async (start: string) => {
    const { id } = await own.api.bookings.book({ match_id, place_id: place, starts: [start] });
    await patient.api.bookings.confirm({ id, sequence: 0 });
    return id;
  };
  const before = await book(wallTimeIn(3, "10:00"));
  await own.api.agendas.save({ ...SETTINGS, notice_hours: 168 });
  const after = await book(wallTimeIn(4, "10:00"));
  const { upcoming } = await patient.api.bookings.mine();
  expect(upcoming.map(({ id, notice_hours, is_near }) => ({ id, notice_hours, is_near }))).toEqual([
    { id: before, notice_hours: 24, is_near: false },
    { id: after, notice_hours: 168, is_near: true },
  ]);
  for (const { id, sequence } of upcoming) await patient.api.bookings.cancel({ id, sequence });
  const { past } = await own.api.bookings.mine();
  expect(past.filter(({ is_late }) => is_late).map(({ id }) => id)).toEqual([after]);
});

test("after the closing neither side reads where the other is by then", async () => {
  const { kine: own, place_id: place } = await openSpecialist(testApp);
  const { patient, case_id, match_id } = await openPatient(testApp, own);
  const { id } = await patient.api.bookings.book({ match_id, place_id: place, starts: [wallTimeIn(5, "10:00")] });
  await own.api.bookings.confirm({ id, sequence: 0 });
  await patient.api.cases.close({ id: case_id });
  const moved = { address: "Av. Nueva 999", arrival: "Por el fondo" };
  await own.api.agendas.savePlace({ ...CONSULTORIO, label: "Consultorio nuevo", ...moved, id: place });
  const photo_url = `/files/avatars/${patient.id}.png`;
  await testApp.db.updateTable("profiles").set({ photo_url }).where("id", "=", patient.id).execute();
  expect((await patient.api.bookings.mine()).past).toMatchObject([{ id, place: null, address: null, arrival: null }]);
  expect((await own.api.bookings.mine()).past).toMatchObject([{ id, place: "Consultorio nuevo", address: null }]);
  const exported = bookingSections.find(({ name }) => name === "turnos")!.rows(patient.id);
  expect((await exported.execute(testApp.db)).rows).toMatchObject([{ id, place: null, address: null }]);
  expect((await own.api.cases.view({ id: case_id })).poster_photo_url).toBeNull();
});

test("a booking that is moved keeps its length", async () => {
  const { kine: own, place_id: place } = await openSpecialist(testApp);
  const { patient, match_id } = await openPatient(testApp, own);
  const { id } = await patient.api.bookings.book({ match_id, place_id: place, starts: [wallTimeIn(5, "10:00")] });
  await own.api.bookings.confirm({ id, sequence: 0 });
  await own.api.agendas.savePlace({ ...CONSULTORIO, session_min: 30, id: place });
  const move = (time: string) => outcome(patient.api.bookings.move({ id, sequence: 1, start: wallTimeIn(5, time) }));
  // An hour that begins half an hour before the end.
  expect(await move("19:30")).toBe("SLOT_CLOSED");
  expect(await move("18:30")).toBe("ok");
});

test("a day that no month has is refused", async () => {
  const { patient, match_id } = await openPatient(testApp, kine);
  const times = { match_id, place_id, starts: ["2026-02-31T10:00"] };
  expect(await outcome(patient.api.bookings.preview(times))).toBe("BAD_INPUT");
  expect(await outcome(patient.api.bookings.book(times))).toBe("BAD_INPUT");
});

test("extra hours that overlap others are refused", async () => {
  const day = wallTimeIn(20, "").slice(0, 10);
  const open = (start_time: string, end_time: string) =>
    outcome(kine.api.agendas.block({ from_day: day, until_day: day, start_time, end_time, is_open: true }));
  expect(await open("20:00", "22:00")).toBe("ok");
  expect(await open("21:00", "23:00")).toBe("BAD_INPUT");
  expect(await open("22:00", "23:00")).toBe("ok");
});
