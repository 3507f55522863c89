import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { CONSULTORIO, EVERY_DAY, openPatient, openSpecialist, pass, SETTINGS, wallTimeIn } from "./agenda.ts";

type Pair = Awaited<ReturnType<typeof openPatient>>;

let testApp: TestApp;
let kine: Person;
let place_id: string;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine, place_id } = await openSpecialist(testApp));
});
afterAll(() => testApp?.close());

const findFor = async (person: Person, id: string) => {
  const { upcoming, past } = await person.api.bookings.mine();
  return [...upcoming, ...past].find((booking) => booking.id === id)!;
};
const kindsOf = async (person: Person) => (await person.api.notifications.list({})).items.map(({ kind }) => kind);
const claimsOf = async (id: string) =>
  (await sql`select from booking_claims where booking_id = ${id}`.execute(testApp.db)).rows.length;

test("a patient asks, the specialist confirms, and both read one booking", async () => {
  const { patient, match_id, case_id } = await openPatient(testApp, kine);
  const { slots, places } = await patient.api.agendas.slots({ match_id, from: wallTimeIn(2, "").slice(0, 10) });
  expect(places).toMatchObject([{ id: place_id, label: CONSULTORIO.label, session_min: 60 }]);
  expect(slots[0]).toEqual({ place_id, local_start: wallTimeIn(2, "08:00") });
  const asked = await patient.api.bookings.book({ match_id, place_id, starts: [slots[0]!.local_start] });
  expect(asked).toMatchObject({ state: "requested", bookings: 1 });
  expect(await kindsOf(kine)).toContain("booking_requested");
  // The time is held, and its owner cannot answer.
  expect(await outcome(patient.api.bookings.confirm({ id: asked.id, sequence: 0 }))).toBe("BOOKING_OVER");
  await kine.api.bookings.confirm({ id: asked.id, sequence: 0 });
  expect(await kindsOf(patient)).toContain("booking_confirmed");
  expect(await findFor(patient, asked.id)).toMatchObject({
    state: "confirmed",
    side: "patient",
    case_id,
    local_start: slots[0]!.local_start,
    place: CONSULTORIO.label,
    address: CONSULTORIO.address,
    sequence: 1,
  });
  const week = (await kine.api.agendas.week({ from: slots[0]!.local_start.slice(0, 10) }))!;
  expect(week.days[0]!.bookings).toMatchObject([{ id: asked.id, side: "kine" }]);
  // What was seen before is refused, and what is over stays over.
  expect(await outcome(kine.api.bookings.cancel({ id: asked.id, sequence: 0 }))).toBe("BOOKING_CHANGED");
  await kine.api.bookings.cancel({ id: asked.id, sequence: 1 });
  expect(await outcome(patient.api.bookings.cancel({ id: asked.id, sequence: 2 }))).toBe("BOOKING_OVER");
  expect(await kindsOf(patient)).toContain("booking_cancelled");
  expect(await claimsOf(asked.id)).toBe(0);
});

test("an application stands for its specialist as its turnos do: what waits for their answer, the next one, or the last", async () => {
  const { patient, match_id, case_id } = await openPatient(testApp, kine);
  const standing = async () => {
    const [mine, received, conversation, view] = await Promise.all([
      kine.api.matches.mine(),
      kine.api.conversations.received(),
      kine.api.conversations.read({ id: match_id }),
      kine.api.cases.view({ id: case_id }),
    ]);
    const found = mine.items.find(({ id }) => id === match_id)!.booking;
    expect(received.items.find(({ id }) => id === match_id)!.booking).toEqual(found);
    expect(conversation.booking).toEqual(found);
    expect(view.match!.booking).toEqual(found);
    return found;
  };
  const isFirst = async (person: Person) =>
    (await person.api.bookings.mine()).partners.find((partner) => partner.match_id === match_id)!.is_first;
  expect(await standing()).toBeNull();
  expect(await isFirst(kine)).toBe(true);
  expect(await kine.api.conversations.read({ id: match_id })).toMatchObject({ can_book: true, is_in_contact: true });
  expect(await patient.api.conversations.read({ id: match_id })).toMatchObject({ can_book: false, booking: null });
  const zone = "America/Argentina/Buenos_Aires";
  const [early, late, other] = [wallTimeIn(5, "16:00"), wallTimeIn(6, "16:00"), wallTimeIn(7, "16:00")];
  const proposed = await kine.api.bookings.book({ match_id, place_id, starts: [early] });
  expect(await standing()).toEqual({ standing: "proposed", local_start: early, zone });
  expect(await isFirst(kine)).toBe(false);
  await patient.api.bookings.confirm({ id: proposed.id, sequence: 0 });
  expect(await standing()).toEqual({ standing: "agreed", local_start: early, zone });
  const asked = await patient.api.bookings.book({ match_id, place_id, starts: [late] });
  expect(await standing(), "what waits for the reader comes before what is earlier").toEqual({
    standing: "asked",
    local_start: late,
    zone,
  });
  await kine.api.bookings.decline({ id: asked.id, sequence: 0 });
  expect(await standing()).toEqual({ standing: "agreed", local_start: early, zone });
  await patient.api.bookings.move({ id: proposed.id, sequence: 1, start: other });
  expect(await standing()).toEqual({ standing: "asked", local_start: other, zone });
  await kine.api.bookings.answer({ id: proposed.id, sequence: 2, accepts: false });
  await pass(testApp, 24 * 7, [proposed.id]);
  expect(await standing()).toMatchObject({ standing: "unmarked" });
  for (const [as, words] of [
    ["held", "held"],
    ["no_show", "missed"],
  ] as const) {
    const { sequence } = await findFor(kine, proposed.id);
    await kine.api.bookings.mark({ id: proposed.id, sequence, as });
    expect(await standing()).toMatchObject({ standing: words });
  }
  await patient.api.bookings.dispute({ id: proposed.id, sequence: (await findFor(patient, proposed.id)).sequence });
  expect(await standing(), "what the patient disputes says nothing").toBeNull();
  await kine.api.bookings.book({ match_id, place_id, starts: [late] });
  await patient.api.cases.close({ id: case_id });
  expect(await standing()).toBeNull();
});

test("a time that is taken, closed, past or far is refused to a patient", async () => {
  const { patient, match_id } = await openPatient(testApp, kine);
  const { patient: other, match_id: otherMatch } = await openPatient(testApp, kine);
  const book = (who: Person, match: string, start: string, more: object = {}) =>
    outcome(who.api.bookings.book({ match_id: match, place_id, starts: [start], ...more }));
  expect(await book(patient, match_id, wallTimeIn(3, "10:00"))).toBe("ok");
  expect(await book(other, otherMatch, wallTimeIn(3, "10:00"))).toBe("SLOT_TAKEN");
  for (const start of [
    wallTimeIn(3, "07:00"),
    wallTimeIn(3, "10:30"),
    wallTimeIn(3, "19:30"),
    wallTimeIn(-1, "10:00"),
    wallTimeIn(62, "10:00"),
    wallTimeIn(400, "10:00"),
  ])
    expect(await book(other, otherMatch, start), start).toBe("SLOT_CLOSED");
  expect(await book(patient, otherMatch, wallTimeIn(3, "11:00"))).toBe("NOT_FOUND");
  expect(
    await outcome(patient.api.bookings.book({ match_id, place_id: match_id, starts: [wallTimeIn(3, "11:00")] })),
  ).toBe("NOT_FOUND");
  expect(await outcome(patient.api.bookings.book({ match_id, place_id, starts: ["2026-13-41T10:00"] }))).toBe(
    "BAD_INPUT",
  );
  // A day off, extra hours, and a specialist who attends when the agenda is closed.
  const day = wallTimeIn(4, "").slice(0, 10);
  const closed = { from_day: day, until_day: day, start_time: null, end_time: null, is_open: false };
  const { id } = await kine.api.agendas.block(closed);
  expect(await book(patient, match_id, `${day}T10:00`)).toBe("SLOT_CLOSED");
  expect(await outcome(kine.api.bookings.book({ match_id, place_id, starts: [`${day}T10:10`] }))).toBe("ok");
  await kine.api.agendas.unblock({ id });
  const extra = { ...closed, start_time: "21:00", end_time: "23:00", is_open: true };
  await kine.api.agendas.block(extra);
  expect(await book(patient, match_id, `${day}T22:00`)).toBe("ok");
  // A specialist overrides hours, never a claim.
  expect(await outcome(kine.api.bookings.book({ match_id: otherMatch, place_id, starts: [`${day}T22:30`] }))).toBe(
    "SLOT_TAKEN",
  );
});

test("holidays close an agenda unless its specialist says otherwise, and extra hours open one", async () => {
  const { kine: other, place_id: place } = await openSpecialist(testApp, { on_holidays: false });
  const { patient, match_id } = await openPatient(testApp, other);
  const day = wallTimeIn(9, "").slice(0, 10);
  await sql`insert into holidays (day, name) values (${day}, 'Día de prueba') on conflict do nothing`.execute(
    testApp.db,
  );
  const ask = () => patient.api.bookings.preview({ match_id, place_id: place, starts: [`${day}T10:00`] });
  const [seen] = (await ask()).dates;
  expect(seen).toMatchObject({ state: "holiday" });
  expect(seen!.nearest).toMatch(/^20.*T\d\d:00$/);
  await other.api.agendas.save({ ...SETTINGS, on_holidays: true });
  expect((await ask()).dates[0]).toMatchObject({ state: "free", nearest: null });
  await other.api.agendas.save({ ...SETTINGS, on_holidays: false });
  await other.api.agendas.block({
    from_day: day,
    until_day: day,
    start_time: "10:00",
    end_time: "12:00",
    is_open: true,
  });
  expect((await ask()).dates[0]).toMatchObject({ state: "free" });
  await sql`delete from holidays where name = 'Día de prueba'`.execute(testApp.db);
});

test("a series is booked whole or not at all, and its later ones are cancelled without the earlier", async () => {
  const { patient, match_id } = await openPatient(testApp, kine);
  const starts = [10, 12, 14, 17, 19, 21, 24, 26, 28, 31].map((days) => wallTimeIn(days, "18:00"));
  const { patient: other, match_id: otherMatch } = await openPatient(testApp, kine);
  const one = await other.api.bookings.book({ match_id: otherMatch, place_id, starts: [starts[4]!] });
  const { dates } = await patient.api.bookings.preview({ match_id, place_id, starts });
  expect(dates.map(({ state }) => state)).toEqual(starts.map((_, n) => (n === 4 ? "taken" : "free")));
  expect(dates[4]!.nearest).toMatch(new RegExp(`^${starts[4]!.slice(0, 10)}T1[79]:00$`));
  expect(await outcome(patient.api.bookings.book({ match_id, place_id, starts }))).toBe("SLOT_TAKEN");
  expect((await patient.api.bookings.mine()).upcoming).toEqual([]);
  await other.api.bookings.cancel({ id: one.id, sequence: 0 });
  const booked = await patient.api.bookings.book({ match_id, place_id, starts });
  expect(booked.bookings).toBe(10);
  // Confirmed with one answer.
  const { bookings } = await kine.api.bookings.confirm({ id: booked.id, sequence: 0, following: true });
  expect(bookings).toBe(10);
  const { upcoming } = await patient.api.bookings.mine();
  const third = upcoming[2]!;
  expect(third).toMatchObject({ local_start: starts[2], following: 7 });
  expect(await patient.api.bookings.cancel({ id: third.id, sequence: third.sequence, following: true })).toMatchObject({
    bookings: 8,
  });
  expect((await patient.api.bookings.mine()).upcoming.map(({ local_start }) => local_start)).toEqual(
    starts.slice(0, 2),
  );
});

test("what a patient holds of an agenda is limited, and a series is one request", async () => {
  const { kine: own, place_id: place } = await openSpecialist(testApp);
  const { patient, match_id } = await openPatient(testApp, own);
  const book = (...starts: string[]) => outcome(patient.api.bookings.book({ match_id, place_id: place, starts }));
  expect(await book(wallTimeIn(5, "08:00"), wallTimeIn(6, "08:00"))).toBe("ok");
  expect(await book(wallTimeIn(5, "09:00"))).toBe("ok");
  expect(await book(wallTimeIn(5, "10:00"))).toBe("ok");
  expect(await book(wallTimeIn(5, "11:00"))).toBe("TOO_MANY_BOOKINGS");
  // A mailbox that nobody has proven holds three sessions, not forty.
  const stranger = await testApp.signUp(like(cast.bruno, "Bruno Sinprobar"));
  const { id: case_id } = await stranger.api.cases.create({ title: "Hombro", description: "Me duele" });
  const { id: match } = await own.api.matches.apply({ case_id });
  await stranger.api.matches.accept({ id: match });
  const four = [20, 21, 22, 23].map((days) => wallTimeIn(days, "08:00"));
  expect(await outcome(stranger.api.bookings.book({ match_id: match, place_id: place, starts: four }))).toBe(
    "TOO_MANY_BOOKINGS",
  );
  expect(await outcome(stranger.api.bookings.book({ match_id: match, place_id: place, starts: four.slice(1) }))).toBe(
    "ok",
  );
});

test("a patient who has another booking at that time is asked, and may book anyway", async () => {
  const first = await openSpecialist(testApp);
  const { patient, match_id, case_id } = await openPatient(testApp, first.kine);
  const { id: otherMatch } = await kine.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: otherMatch });
  const starts = [wallTimeIn(15, "10:00")];
  await patient.api.bookings.book({ match_id, place_id: first.place_id, starts });
  expect(await outcome(patient.api.bookings.book({ match_id: otherMatch, place_id, starts }))).toBe("PATIENT_BUSY");
  const offeredTo = async ({ api }: Person) => {
    const { slots } = await api.agendas.slots({ match_id: otherMatch, from: starts[0]!.slice(0, 10) });
    const times = slots.map(({ local_start }) => local_start);
    return [times.includes(starts[0]!), times.includes(wallTimeIn(15, "11:00"))];
  };
  expect(await offeredTo(patient)).toEqual([false, true]);
  // The specialist who asks learns nothing of the patient's other turnos.
  expect(await offeredTo(kine)).toEqual([true, true]);
  const { id } = await kine.api.bookings.book({ match_id: otherMatch, place_id, starts });
  await kine.api.bookings.cancel({ id, sequence: 0 });
  expect(await outcome(patient.api.bookings.book({ match_id: otherMatch, place_id, starts, anyway: true }))).toBe("ok");
});

test("an agenda that confirms at once does not for whoever missed two sessions", async () => {
  const { kine: own, place_id: place } = await openSpecialist(testApp, { is_instant: true });
  const { patient, match_id } = await openPatient(testApp, own);
  const book = (start: string) => patient.api.bookings.book({ match_id, place_id: place, starts: [start] });
  const missed: string[] = [];
  for (const time of ["08:00", "10:00"]) {
    const { id, state } = await book(wallTimeIn(5, time));
    expect(state).toBe("confirmed");
    expect(await outcome(own.api.bookings.mark({ id, sequence: 0, as: "no_show" }))).toBe("NOT_STARTED");
    await pass(testApp, 24 * 6, [id]);
    await own.api.bookings.mark({ id, sequence: 0, as: "no_show" });
    missed.push(id);
  }
  expect((await book(wallTimeIn(5, "12:00"))).state).toBe("requested");
  // "Sí fui": a disputed one does not count.
  await patient.api.bookings.dispute({ id: missed[0]!, sequence: 1 });
  expect((await findFor(own, missed[0]!)).is_disputed).toBe(true);
  expect((await book(wallTimeIn(5, "14:00"))).state).toBe("confirmed");
  await own.api.bookings.mark({ id: missed[0]!, sequence: 1, as: "held" });
  await pass(testApp, 24 * 7, missed);
  expect(await outcome(own.api.bookings.mark({ id: missed[1]!, sequence: 1, as: "held" }))).toBe("MARK_CLOSED");
});

test.each([
  ["withdrawn", async ({ patient, case_id }: Pair) => patient.api.cases.withdraw({ id: case_id })],
  ["gone with the consent", async ({ patient }: Pair) => patient.api.consents.withdrawHealth()],
])("missed sessions, and what was asked within a day, outlive a case that is %s", async (_, leave) => {
  const { kine: own, place_id: place } = await openSpecialist(testApp, { is_instant: true });
  const pair = await openPatient(testApp, own);
  const { patient, match_id } = pair;
  const days = [5, 6, 7, 8, 9, 10];
  const starts = days.flatMap((day) =>
    ["08:00", "09:00", "10:00", "11:00", "12:00"].map((time) => wallTimeIn(day, time)),
  );
  const ids: string[] = [];
  for (const time of ["16:00", "18:00"]) {
    const { id } = await patient.api.bookings.book({ match_id, place_id: place, starts: [wallTimeIn(5, time)] });
    await pass(testApp, 24 * 6, [id]);
    // One is marked, the other could still be.
    if (ids.length === 0) await own.api.bookings.mark({ id, sequence: 0, as: "no_show" });
    ids.push(id);
  }
  await patient.api.bookings.book({ match_id, place_id: place, starts });
  await patient.api.matches.end({ id: match_id });
  await leave(pair);
  expect((await sql`select from bookings where id = any(${ids}::uuid[])`.execute(testApp.db)).rows).toEqual([]);

  const { version, sha256 } = await patient.api.consents.health();
  await patient.api.consents.giveHealth({ version, sha256 });
  const { id: case_id } = await patient.api.cases.create({ title: "Otra vez", description: "Me duele" });
  const { id: again } = await own.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: again });
  const book = (dates: string[]) => patient.api.bookings.book({ match_id: again, place_id: place, starts: dates });
  expect(await outcome(book([...starts, wallTimeIn(11, "08:00")]))).toBe("TOO_MANY_BOOKINGS");
  expect((await book([wallTimeIn(5, "16:00")])).state).toBe("requested");
});

describe("moving", () => {
  test("keeps both times until the other side answers, also when they overlap", async () => {
    const { patient, match_id } = await openPatient(testApp, kine);
    const { patient: other, match_id: otherMatch } = await openPatient(testApp, kine);
    const { id } = await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(40, "10:00")] });
    expect(await kindsOf(patient)).toContain("booking_proposed");
    await patient.api.bookings.confirm({ id, sequence: 0 });
    expect(await kindsOf(kine)).toContain("booking_answered");
    await kine.api.bookings.move({ id, sequence: 1, start: wallTimeIn(40, "10:30") });
    for (const time of ["10:00", "11:00"])
      expect(
        await outcome(other.api.bookings.book({ match_id: otherMatch, place_id, starts: [wallTimeIn(40, time)] })),
      ).toBe("SLOT_TAKEN");
    expect(await findFor(patient, id)).toMatchObject({ moved_by: "kine", moved_local: wallTimeIn(40, "10:30") });
    expect(await outcome(kine.api.bookings.answer({ id, sequence: 2, accepts: true }))).toBe("BOOKING_OVER");
    await patient.api.bookings.answer({ id, sequence: 2, accepts: true });
    expect(await findFor(kine, id)).toMatchObject({
      local_start: wallTimeIn(40, "10:30"),
      moved_by: null,
      sequence: 3,
    });
    // The patient moves to what is free, and the refusal leaves it where it was.
    expect(await outcome(patient.api.bookings.move({ id, sequence: 3, start: wallTimeIn(40, "06:00") }))).toBe(
      "SLOT_CLOSED",
    );
    await patient.api.bookings.move({ id, sequence: 3, start: wallTimeIn(40, "15:00") });
    await kine.api.bookings.answer({ id, sequence: 4, accepts: false });
    expect(await findFor(patient, id)).toMatchObject({ local_start: wallTimeIn(40, "10:30"), moved_by: null });
    expect(await claimsOf(id)).toBe(1);
  });

  test("a request may be answered with another time", async () => {
    const { patient, match_id } = await openPatient(testApp, kine);
    const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(41, "10:00")] });
    expect(await outcome(patient.api.bookings.propose({ id, sequence: 0, start: wallTimeIn(41, "12:00") }))).toBe(
      "BOOKING_OVER",
    );
    await kine.api.bookings.propose({ id, sequence: 0, start: wallTimeIn(41, "21:00") });
    await patient.api.bookings.answer({ id, sequence: 1, accepts: true });
    expect(await findFor(kine, id)).toMatchObject({ state: "confirmed", local_start: wallTimeIn(41, "21:00") });
  });
});

test("seats are shared, and nobody is at two places at once", async () => {
  const { kine: own, place_id: shared } = await openSpecialist(testApp, {}, { seats: 2 });
  const { id: home } = await own.api.agendas.savePlace({
    ...CONSULTORIO,
    modality: "domicilio",
    label: "A domicilio",
    travel_min: 30,
  });
  const pairs = [await openPatient(testApp, own), await openPatient(testApp, own), await openPatient(testApp, own)];
  const book = (n: number, place: string, start: string) =>
    outcome(pairs[n]!.patient.api.bookings.book({ match_id: pairs[n]!.match_id, place_id: place, starts: [start] }));
  const start = wallTimeIn(10, "08:00");
  expect(await book(0, shared, start)).toBe("ok");
  // The other seat is the patients' to ask for: the specialist's own suggestion is a time of nobody else.
  const isOffered = async (to: Person) =>
    (await to.api.agendas.slots({ match_id: pairs[1]!.match_id, from: start.slice(0, 10) })).slots.some(
      ({ place_id, local_start }) => place_id === shared && local_start === start,
    );
  expect([await isOffered(pairs[1]!.patient), await isOffered(own)]).toEqual([true, false]);
  expect(await book(1, shared, start)).toBe("ok");
  expect(await book(2, shared, start)).toBe("SLOT_TAKEN");
  expect(await book(2, home, start)).toBe("SLOT_TAKEN");
  // From home, half an hour is needed to the next place.
  expect(await book(2, home, wallTimeIn(10, "09:30"))).toBe("ok");
  expect(await book(0, shared, wallTimeIn(10, "11:00"))).toBe("ok");
  expect(await book(1, shared, wallTimeIn(10, "10:00"))).toBe("SLOT_TAKEN");
  expect(await outcome(own.api.agendas.retirePlace({ id: home }))).toBe("PLACE_IN_USE");
  expect(
    await outcome(own.api.agendas.savePlace({ ...CONSULTORIO, modality: "online", label: "A domicilio", id: home })),
  ).toBe("PLACE_IN_USE");
});

test("an agenda that is off takes no turnos, and a place that is retired has no times", async () => {
  const { kine: own, place_id: place } = await openSpecialist(testApp);
  const { patient, match_id } = await openPatient(testApp, own);
  expect((await patient.api.bookings.mine()).partners).toMatchObject([{ match_id }]);
  await own.api.agendas.save({ ...SETTINGS, is_on: false });
  expect((await patient.api.bookings.mine()).partners).toEqual([]);
  const starts = [wallTimeIn(5, "10:00")];
  expect(await outcome(patient.api.agendas.slots({ match_id }))).toBe("AGENDA_OFF");
  expect(await outcome(patient.api.bookings.book({ match_id, place_id: place, starts }))).toBe("AGENDA_OFF");
  await own.api.agendas.save(SETTINGS);
  await own.api.agendas.retirePlace({ id: place });
  expect((await patient.api.agendas.slots({ match_id })).slots).toEqual([]);
  expect(await outcome(patient.api.bookings.book({ match_id, place_id: place, starts }))).toBe("NOT_FOUND");
  await own.api.availabilities.replace({ ranges: EVERY_DAY("09:00", "10:00") });
});

describe("the right to book ends with the contact", () => {
  const endings: Record<string, (pair: Awaited<ReturnType<typeof openPatient>>) => Promise<unknown>> = {
    "the acceptance taken back": ({ patient, match_id }) => patient.api.matches.end({ id: match_id }),
    "the case closed": ({ patient, case_id }) => patient.api.cases.close({ id: case_id }),
    "a block by the patient": ({ patient, match_id }) => patient.api.conversations.block({ id: match_id }),
    "a block by the specialist": ({ match_id }) => kine.api.conversations.block({ id: match_id }),
    "the consent withdrawn": ({ patient }) => patient.api.consents.withdrawHealth(),
  };
  test.each(Object.entries(endings))("%s", async (_, end) => {
    const pair = await openPatient(testApp, kine);
    const { patient, match_id } = pair;
    const starts = [wallTimeIn(50, "10:00"), wallTimeIn(51, "10:00")];
    const { id } = await patient.api.bookings.book({ match_id, place_id, starts });
    await kine.api.bookings.confirm({ id, sequence: 0 });
    await end(pair);
    const { rows } = await sql`select distinct state::text, is_late from bookings where match_id = ${match_id}`.execute(
      testApp.db,
    );
    expect(rows).toEqual([{ state: "cancelled", is_late: false }]);
    expect(await claimsOf(id)).toBe(0);
    for (const person of [patient, kine]) {
      expect(await outcome(person.api.bookings.book({ match_id, place_id, starts }))).toBe("AGENDA_OFF");
      expect(await outcome(person.api.agendas.slots({ match_id }))).toBe("AGENDA_OFF");
    }
  });

  test("a suspension is told at once, cancels a day before each booking, and costs nothing when lifted in time", async () => {
    const { patient, match_id } = await openPatient(testApp, kine);
    const { id } = await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(45, "10:00")] });
    await patient.api.bookings.confirm({ id, sequence: 0 });
    const elena = await testApp.signIn(cast.elena);
    await elena.api.moderation.suspend({ id: patient.id, reason: "Prueba" });
    expect(await kindsOf(kine)).toContain("booking_in_doubt_kine");
    expect(await outcome(kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(46, "10:00")] }))).toBe(
      "AGENDA_OFF",
    );
    expect((await findFor(kine, id)).state).toBe("confirmed");
    await elena.api.moderation.restore({ id: patient.id, reason: "Prueba" });
    expect(await kindsOf(kine)).not.toContain("booking_in_doubt_kine");
    expect(await outcome(kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(46, "10:00")] }))).toBe("ok");
  });
});

test("whoever has a turno with somebody who deletes their account is told, and nothing of it stays", async () => {
  const { patient, match_id } = await openPatient(testApp, kine);
  const { id } = await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(47, "10:00")] });
  await patient.api.bookings.confirm({ id, sequence: 0 });
  const before = (await kindsOf(kine)).filter((kind) => kind === "booking_cancelled_kine").length;
  await patient.api.accounts.delete();
  expect((await kindsOf(kine)).filter((kind) => kind === "booking_cancelled_kine").length).toBe(before + 1);
  expect(await findFor(kine, id)).toBeUndefined();
  expect(await claimsOf(id)).toBe(0);
});

test("the seeded holidays are the official ones, year by year", async () => {
  const { rows } = await sql<{
    year: string;
    days: string;
  }>`select to_char(day, 'YYYY') as year, string_agg(to_char(day, 'MM-DD'), ' ' order by day) as days
    from holidays where jurisdiction = 'AR' group by 1 order by 1`.execute(testApp.db);
  expect(Object.fromEntries(rows.map(({ year, days }) => [year, days]))).toMatchObject({
    2024: "01-01 02-12 02-13 03-24 03-29 04-01 04-02 05-01 05-25 06-17 06-20 06-21 07-09 08-17 10-11 10-12 11-18 12-08 12-25",
    2025: "01-01 03-03 03-04 03-24 04-02 04-18 05-01 05-02 05-25 06-16 06-20 07-09 08-15 08-17 10-10 11-21 11-24 12-08 12-25",
    2026: "01-01 02-16 02-17 03-23 03-24 04-02 04-03 05-01 05-25 06-15 06-20 07-09 07-10 08-17 10-12 11-23 12-07 12-08 12-25",
  });
});

test("admins read counts of the turnos of two weeks, and none below five", async () => {
  const elena = await testApp.signIn(cast.elena);
  await sql`delete from bookings`.execute(testApp.db);
  const counts = async () => (await elena.api.today.read()).bookings;
  const none = { ahead: null, held: null, no_show: null, unmarked: null, cancelled: null };
  expect(await counts()).toEqual(none);
  const own = await openSpecialist(testApp, { is_instant: true });
  const { patient, match_id } = await openPatient(testApp, own.kine);
  const starts = [1, 2, 3, 4, 5, 6].map((days) => wallTimeIn(days, "10:00"));
  await patient.api.bookings.book({ match_id, place_id: own.place_id, starts });
  expect(await counts()).toEqual({ ...none, ahead: 6 });
  const { upcoming } = await own.kine.api.bookings.mine();
  await pass(
    testApp,
    6.5 * 24,
    upcoming.map(({ id }) => id),
  );
  expect(await counts()).toEqual({ ...none, unmarked: 6 });
  const [first] = (await own.kine.api.bookings.mine()).past;
  await own.kine.api.bookings.mark({ id: first!.id, sequence: first!.sequence, as: "held" });
  expect(await counts()).toEqual({ ...none, unmarked: 5 });
});

test("hours of one place are offered and accepted there alone, and go with it", async () => {
  const own = await openSpecialist(testApp, { is_instant: true });
  const online = await own.kine.api.agendas.savePlace({ ...CONSULTORIO, modality: "online", label: "Videollamada" });
  const { patient, match_id } = await openPatient(testApp, own.kine);
  const day = wallTimeIn(3, "").slice(0, 10);
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  const hours = (start_time: string, end_time: string, place_id?: string) => ({
    weekday,
    start_time,
    end_time,
    place_id,
  });
  const replace = (ranges: ReturnType<typeof hours>[]) => own.kine.api.availabilities.replace({ ranges });
  // Both places at the same time, one alone, and both for who names none.
  await replace([
    hours("08:00", "10:00", own.place_id),
    hours("08:00", "10:00", online.id),
    hours("10:00", "11:00", online.id),
    hours("15:00", "16:00"),
  ]);
  const offered = async () =>
    (await patient.api.agendas.slots({ match_id, from: day })).slots
      .filter(({ local_start }) => local_start.startsWith(day))
      .map(({ place_id, local_start }) => `${local_start.slice(11)} ${place_id === online.id ? "online" : "there"}`)
      .toSorted();
  const both = [
    "08:00 online",
    "08:00 there",
    "09:00 online",
    "09:00 there",
    "10:00 online",
    "15:00 online",
    "15:00 there",
  ];
  expect(await offered()).toEqual(both);
  const ask = (place_id: string, time: string) =>
    outcome(patient.api.bookings.book({ match_id, place_id, starts: [`${day}T${time}`] }));
  expect(await ask(own.place_id, "10:00")).toBe("SLOT_CLOSED");
  expect(await ask(online.id, "10:00")).toBe("ok");
  const { availabilities } = await testApp.anonymous.profiles.publicProfile({ id: own.kine.id });
  expect(availabilities.map(({ start_time }) => start_time.slice(0, 5))).toEqual(["08:00", "10:00", "15:00"]);
  // A form that knows of no places says all.
  const read = await own.kine.api.availabilities.mine();
  expect(read.map(({ place_id }) => place_id).toSorted()).toEqual(
    [own.place_id, online.id, online.id, null].toSorted(),
  );
  expect(await outcome(replace([hours("08:00", "10:00"), hours("09:00", "11:00", online.id)]))).toBe("BAD_INPUT");
  expect(await outcome(replace([hours("08:00", "10:00", place_id)])), "somebody else's").toBe("NOT_FOUND");
  const other = await own.kine.api.agendas.savePlace({ ...CONSULTORIO, label: "Consultorio Belgrano" });
  await replace([hours("08:00", "10:00", other.id), hours("15:00", "16:00")]);
  await own.kine.api.agendas.retirePlace({ id: other.id });
  expect(await outcome(replace([hours("08:00", "10:00", other.id)])), "retired").toBe("NOT_FOUND");
  expect(await own.kine.api.availabilities.mine()).toEqual([
    { weekday, start_time: "15:00", end_time: "16:00", place_id: null },
  ]);
});
