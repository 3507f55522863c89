import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cast } from "../../app/demo/cast.ts";
import { firstSlotInWords } from "../../app/domain/agendas/first-slot.ts";
import { daysAfter } from "../../app/domain/bookings/wall-time.ts";
import { directoryPage } from "../../app/domain/directory/page.server.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { CONSULTORIO, EVERY_DAY, openPatient, openSpecialist, SETTINGS, wallTimeIn } from "./agenda.ts";

let testApp: TestApp;
let kine: Person;
let place_id: string;
let patient: Person;
let match_id: string;
let elena: Person;

beforeAll(async () => {
  testApp = await openTestApp();
  // The days that the test counts on may be holidays of this year.
  await sql`delete from holidays`.execute(testApp.db);
  ({ kine, place_id } = await openSpecialist(testApp, { is_instant: true, is_public: true }));
  // Listed among those who attend online as well.
  await sql`update profiles set modalities = 'consultorio, online' where id = ${kine.id}`.execute(testApp.db);
  elena = await testApp.signIn(cast.elena);
  ({ patient, match_id } = await openPatient(testApp, kine));
});
afterAll(() => testApp?.close());

const profile = async () => {
  // Who is suspended has no profile.
  const found = await testApp.anonymous.profiles.publicProfile({ id: kine.id }).catch(() => null);
  return found?.first_slot ? firstSlotInWords(found.first_slot) : undefined;
};
const card = async (path = "/kinesiologos") => {
  const answer = await directoryPage(testApp.app.services, path, new URLSearchParams());
  if (answer === "missing" || !("page" in answer)) return undefined;
  return answer.page.items.find(({ id }) => id === kine.id)?.first_slot;
};
/** The job has run for the last change. */
async function shows(of: () => Promise<unknown>, expected: unknown): Promise<void> {
  await expect.poll(of).toEqual(expected);
}
const offered = async () => (await patient.api.agendas.slots({ match_id })).slots;

test("the next free time of a public agenda is on its profile and its card, and follows what is booked", async () => {
  const [first, second] = await offered();
  await shows(profile, firstSlotInWords(first!));
  await shows(() => card(), { local_start: first!.local_start, modality: "consultorio" });
  await patient.api.bookings.book({ match_id, place_id, starts: [first!.local_start] });
  await shows(profile, firstSlotInWords(second!));
  const [booked] = (await patient.api.bookings.mine()).upcoming;
  await patient.api.bookings.cancel({ id: booked!.id, sequence: booked!.sequence });
  await shows(profile, firstSlotInWords(first!));
});

test("a list of one modality shows that modality's next free time, and hours, closed days and holidays count", async () => {
  const day = wallTimeIn(3, "").slice(0, 10);
  const online = await kine.api.agendas.savePlace({ ...CONSULTORIO, modality: "online", label: "Videollamada" });
  const closed = await kine.api.agendas.block({
    from_day: wallTimeIn(0, "").slice(0, 10),
    until_day: daysAfter(day, -1),
    start_time: null,
    end_time: null,
    is_open: false,
  });
  await shows(async () => (await card("/kinesiologos/online"))?.modality, "online");
  await shows(profile, firstSlotInWords({ local_start: `${day}T08:00` }));
  await kine.api.availabilities.replace({ ranges: EVERY_DAY("09:30", "20:00") });
  await shows(profile, firstSlotInWords({ local_start: `${day}T09:30` }));
  await elena.api.holidays.save({ day, name: "Día de prueba" });
  await kine.api.agendas.save({ ...SETTINGS, is_instant: true, on_holidays: false });
  await shows(profile, firstSlotInWords({ local_start: `${daysAfter(day, 1)}T09:30` }));
  await elena.api.holidays.remove({ day });
  await shows(profile, firstSlotInWords({ local_start: `${day}T09:30` }));
  await kine.api.agendas.unblock({ id: closed.id });
  await kine.api.agendas.retirePlace({ id: online.id });
  await kine.api.availabilities.replace({ ranges: EVERY_DAY("08:00", "20:00") });
  await shows(profile, firstSlotInWords((await offered())[0]!));
});

test("who was blocked, or blocks, reads the next free time that visitors read", async () => {
  const seen = async ({ api }: Person) => (await api.profiles.publicProfile({ id: kine.id })).first_slot;
  const other = await openPatient(testApp, kine);
  await kine.api.conversations.block({ id: other.match_id });
  const visitors = (await testApp.anonymous.profiles.publicProfile({ id: kine.id })).first_slot;
  expect(visitors).not.toBeNull();
  expect([await seen(other.patient), await seen(kine)]).toEqual([visitors, visitors]);
});

describe("the next free time is not shown", () => {
  const set = (change: ReturnType<typeof sql>) => sql`${change}`.execute(testApp.db);
  const profiles = (change: string) => set(sql`update profiles set ${sql.raw(change)} where id = ${kine.id}`);
  /** A job that still runs for the last change would find what the test has hidden, and forget the time. */
  const dueJobs = async () => {
    const { rows } =
      await sql`select from graphile_worker.jobs where task_identifier = 'agenda_next' and (run_at <= now() or locked_at is not null)`.execute(
        testApp.db,
      );
    return rows.length;
  };
  const agendas = (change: string) => set(sql`update agendas set ${sql.raw(change)} where kine_id = ${kine.id}`);
  test.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      "two weeks after the last confirmation",
      () => agendas("confirmed_at = now() - interval '14 days 1 minute'"),
      () => kine.api.agendas.confirm(),
    ],
    ["of an agenda that is not public", () => agendas("is_public = false"), () => agendas("is_public = true")],
    ["of an agenda that is off", () => agendas("is_on = false"), () => agendas("is_on = true")],
    ["of who pauses", () => profiles("paused_until = current_date + 5"), () => profiles("paused_until = null")],
    [
      "once it is over, also when its job is late",
      () => set(sql`update agenda_next set starts_at = now() - interval '1 minute' where kine_id = ${kine.id}`),
      () => kine.api.agendas.confirm(),
    ],
    [
      "once it is too near to ask for",
      () => set(sql`update agenda_next set starts_at = now() + interval '119 minutes' where kine_id = ${kine.id}`),
      () => kine.api.agendas.confirm(),
    ],
  ])("%s", async (_, hide, show) => {
    await expect.poll(dueJobs).toBe(0);
    await shows(async () => typeof (await profile()), "string");
    await hide();
    expect(await profile()).toBeUndefined();
    expect(await card()).toBeFalsy();
    await show();
    await shows(async () => typeof (await profile()), "string");
  });

  // The last one, since a suspension ends the specialist's sessions.
  test("of who is suspended", async () => {
    const of = { id: kine.id, reason: "Prueba" };
    await elena.api.moderation.suspend(of);
    expect(await profile()).toBeUndefined();
    expect(await card()).toBeFalsy();
    await elena.api.moderation.restore(of);
    await shows(async () => typeof (await profile()), "string");
  });
});
