import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isFull } from "../support/full.ts";
import { outcome } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { openPatient, openSpecialist, wallTimeIn } from "./agenda.ts";

if (isFull) vi.setConfig({ testTimeout: 1_200_000 });

const ROUNDS = isFull ? 200 : 4;
const SESSIONS = 10;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

test("a series whose connection is cut while it is booked is there as a whole or not at all, with its claims", async () => {
  const { kine, place_id } = await openSpecialist(testApp);
  const { match_id } = await openPatient(testApp, kine);
  const starts = Array.from({ length: SESSIONS }, (_, n) => wallTimeIn(2 + n, "10:00"));
  for (let round = 0; round < ROUNDS; round += 1) {
    const booked = outcome(kine.api.bookings.book({ match_id, place_id, starts }));
    await wait(randomInt(40));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(testApp.db);
    const result = await booked;
    const counted = await testApp.db
      .selectFrom("bookings as b")
      .leftJoin("booking_claims as c", "c.booking_id", "b.id")
      .select([
        sql<number>`count(distinct b.id)::int`.as("bookings"),
        sql<number>`count(c.booking_id)::int`.as("claims"),
      ])
      .where("b.match_id", "=", match_id)
      .executeTakeFirstOrThrow();
    expect([0, SESSIONS], result).toContain(counted.bookings);
    expect(counted.claims).toBe(counted.bookings);
    if (result === "ok") expect(counted.bookings).toBe(SESSIONS);
    await testApp.db.deleteFrom("bookings").where("match_id", "=", match_id).execute();
  }
});
