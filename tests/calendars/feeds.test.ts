import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { CONSULTORIO, openPatient, openSpecialist, wallTimeIn } from "../bookings/agenda.ts";
import { isFull } from "../support/full.ts";
import { like, outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { readBoth } from "./parsers.ts";

const FORGED = isFull ? 10_000 : 300;

let testApp: TestApp;
let kine: Person;
let place_id: string;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine, place_id } = await openSpecialist(testApp));
});
afterAll(() => testApp?.close());

const connect = async (person: Person) => new URL((await person.api.calendars.create({})).url).pathname;
const get = (path: string, headers: Record<string, string> = {}) => fetch(testApp.url + path, { headers });
const read = async (path: string) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  return answer.text();
};

test("a calendar shows the confirmed turnos of its person as 'Turno' with their times, and neither names nor places nor cases", async () => {
  const { patient, match_id } = await openPatient(testApp, kine);
  const [of, ofKine] = [await connect(patient), await connect(kine)];
  expect(readBoth(await read(of))).toEqual([]);
  const start = wallTimeIn(4, "10:00");
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [start] });
  expect(readBoth(await read(of)), "a request").toEqual([]);
  await kine.api.bookings.confirm({ id, sequence: 0 });
  const from = Date.parse(`${start}:00-03:00`);
  const entry = { uid: `${id}@localhost`, summary: "Turno", from, until: from + 3_600_000 };
  expect(readBoth(await read(of))).toEqual([{ ...entry, sequence: 1 }]);
  const text = await read(ofKine);
  expect(readBoth(text)).toEqual([{ ...entry, sequence: 1 }]);
  for (const told of ["Ana", "Carla", CONSULTORIO.label, "Santa Fe", "Rodilla", patient.id])
    expect(text).not.toContain(told);
  expect((await kine.api.calendars.feeds({}))[0]!.read_at).toBeInstanceOf(Date);
  // Moved by its specialist and answered by its patient.
  const next = wallTimeIn(5, "11:00");
  await kine.api.bookings.move({ id, sequence: 1, start: next });
  await patient.api.bookings.answer({ id, sequence: 2, accepts: true });
  const [moved] = readBoth(await read(of));
  expect(moved).toMatchObject({ uid: entry.uid, from: Date.parse(`${next}:00-03:00`) });
  expect(moved!.sequence).toBeGreaterThan(1);
  await patient.api.bookings.cancel({ id, sequence: moved!.sequence });
  expect(readBoth(await read(of))).toEqual([]);
});

test("a calendar that did not change is not sent again", async () => {
  const path = await connect((await openPatient(testApp, kine)).patient);
  const { headers } = await get(path);
  expect((await get(path, { "if-none-match": headers.get("etag")! })).status).toBe(304);
});

test("an address ends at once when it is revoked, and its note keeps a backup from bringing it back", async () => {
  const { patient } = await openPatient(testApp, kine);
  const [one, other] = [await connect(patient), await connect(patient)];
  const [feed] = await patient.api.calendars.feeds({});
  expect(await outcome(kine.api.calendars.revoke({ id: feed!.id }))).toBe("NOT_FOUND");
  await patient.api.calendars.revoke({ id: feed!.id });
  expect([(await get(one)).status, (await get(other)).status]).toEqual([404, 200]);
  const notes = await testApp.db.selectFrom("deletions").select("kind").where("kind", "=", "calendar").execute();
  expect(notes).toHaveLength(1);
});

test("a person has two at most, also when three are asked for at once", async () => {
  const { patient } = await openPatient(testApp, kine);
  const asked = await Promise.all([1, 2, 3].map(() => outcome(patient.api.calendars.create({}))));
  expect(asked.toSorted()).toEqual(["TOO_MANY_CALENDARS", "ok", "ok"]);
  const [first] = await patient.api.calendars.feeds({});
  await patient.api.calendars.revoke({ id: first!.id });
  expect(await outcome(patient.api.calendars.create({}))).toBe("ok");
});

test("an address ends with the other sessions, and while its person is suspended", async () => {
  const bruno = await testApp.signUp(like(cast.bruno, "Bruno Calendario"));
  const path = await connect(bruno);
  const elena = await testApp.signIn(cast.elena);
  await elena.api.moderation.suspend({ id: bruno.id, reason: "Insulta" });
  expect((await get(path)).status).toBe(404);
  await elena.api.moderation.restore({ id: bruno.id, reason: "Se disculpó" });
  expect((await get(path)).status).toBe(200);
  const { patient } = await openPatient(testApp, kine);
  const ended = await connect(patient);
  await patient.auth.signOut({ scope: "others" });
  expect((await get(ended)).status).toBe(404);
});

test("who ends another session ends the addresses that it made, and no others", async () => {
  const member = like(cast.ana, "Calendario Ajeno");
  const own = await testApp.signUp(member);
  const intruder = await testApp.signIn(member);
  const [ofOwn, ofIntruder] = [await connect(own), await connect(intruder)];
  const { id } = (await own.api.sessions.mine({})).find(({ is_current }) => !is_current)!;
  await own.api.sessions.end({ id });
  expect([(await get(ofOwn)).status, (await get(ofIntruder)).status]).toEqual([200, 404]);
  const current = (await own.api.sessions.mine({})).find(({ is_current }) => is_current)!;
  await own.api.sessions.end({ id: current.id });
  expect((await get(ofOwn)).status).toBe(200);
});

test("a forged address is not found, and tells nothing", async () => {
  for (let n = 0; n < FORGED; n += 1) {
    const { status } = await get(`/calendario/${randomBytes(32).toString("base64url")}.ics`);
    expect(status).toBe(404);
  }
});

test("who makes and revokes one calendar after the other waits after twenty a day", async () => {
  const { patient } = await openPatient(testApp, kine);
  const makeAndRevoke = async () => {
    const made = await outcome(connect(patient));
    for (const { id } of await patient.api.calendars.feeds({})) await patient.api.calendars.revoke({ id });
    return made;
  };
  const made: string[] = [];
  for (let times = 0; times < 22; times += 1) made.push(await makeAndRevoke());
  expect(made.filter((each) => each === "ok").length).toBeGreaterThanOrEqual(20);
  expect(made).toContain("TOO_MANY_REQUESTS");
});
