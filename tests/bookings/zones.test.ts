import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { calendarOf } from "../../app/domain/calendars/ics.ts";
import { readBoth } from "../calendars/parsers.ts";
import { isFull } from "../support/full.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";

const DAY_MS = 86_400_000;
const YEAR = Date.UTC(2026, 0, 1);
const DAYS = isFull ? 365 : 24;
const HOURS = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22];
const ALL = Intl.supportedValuesOf("timeZone");
const OWN = "Buenos_Aires Catamarca Cordoba Jujuy La_Rioja Mendoza Rio_Gallegos Salta San_Juan San_Luis Tucuman Ushuaia"
  .split(" ")
  .map((name) => `America/Argentina/${name}`);
const READERS = Array.from({ length: isFull ? 40 : 4 }, (_, n) => ALL[Math.floor((n * ALL.length) / 40)]!);

let testApp: TestApp;
const before = process.env["TZ"];
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(async () => {
  if (before === undefined) delete process.env["TZ"];
  else process.env["TZ"] = before;
  await testApp?.close();
});

/** Every second hour of the days of a year, spread over it in the short form, as wall times. */
const walls = Array.from({ length: DAYS }, (_, n) => new Date(YEAR + Math.floor((n * 365) / DAYS) * DAY_MS)).flatMap(
  (day) => HOURS.map((hour) => `${day.toISOString().slice(0, 10)}T${String(hour).padStart(2, "0")}:00`),
);

test("a wall time is the same instant for the database, for the program and in a calendar, wherever it is read", async () => {
  const instants = new Map<string, number[]>();
  for (const zone of OWN) {
    const { rows } = await sql<{ at: Date; back: string }>`select w at time zone ${zone} as at,
        to_char(w at time zone ${zone} at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI') as back
      from unnest(${walls}::timestamp[]) w`.execute(testApp.db);
    expect(rows.map(({ back }) => back)).toEqual(walls);
    const shown = new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
    expect(rows.map(({ at }) => shown.format(at).replace(" ", "T"))).toEqual(walls);
    instants.set(
      zone,
      rows.map(({ at }) => at.getTime()),
    );
  }
  const times = instants.get("America/Argentina/Buenos_Aires")!;
  const text = calendarOf(
    times.map((at, n) => ({
      uid: String(n).padStart(5, "0"),
      sequence: 0,
      stamped_at: new Date(0),
      starts_at: new Date(at),
      minutes: 45,
    })),
  );
  for (const zone of READERS) {
    process.env["TZ"] = zone;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    const read = readBoth(text).toSorted((one, other) => (one.uid < other.uid ? -1 : 1));
    expect(
      read.map(({ from }) => from),
      zone,
    ).toEqual(times);
    expect(read.every(({ from, until }) => until - from === 45 * 60_000)).toBe(true);
  }
});
