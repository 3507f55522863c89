import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { openPatient, openSpecialist, pass, wallTimeIn } from "./agenda.ts";

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
});
