import fc from "fast-check";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFull } from "../support/full.ts";
import { outcome, type Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { readBoth } from "../calendars/parsers.ts";
import { openPatient, openSpecialist, wallTimeIn } from "./agenda.ts";

let testApp: TestApp;
let kine: Person;
let place_id: string;
let patient: Person;
let match_id: string;

beforeAll(async () => {
  testApp = await openTestApp();
  ({ kine, place_id } = await openSpecialist(testApp));
  ({ patient, match_id } = await openPatient(testApp, kine));
});
afterAll(() => testApp?.close());

type Stored = { id: string; series_id: string | null; state: string; starts_at: Date; sequence: number };
const stored = async () =>
  (
    await sql<Stored>`select id, series_id, state, starts_at, sequence from bookings where match_id = ${match_id} order by starts_at`.execute(
      testApp.db,
    )
  ).rows;
// More than a pair may ask for in a day.
const clear = () => sql`delete from bookings where match_id = ${match_id}`.execute(testApp.db);

const days = fc.uniqueArray(fc.integer({ min: 2, max: 40 }), { minLength: 2, maxLength: 8 });

test(
  "'este y los siguientes' ends exactly the later ones of its series in the same state",
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        days,
        days,
        fc.nat(),
        fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]),
        async (one, other, at, answered) => {
          await clear();
          const starts = (of: number[], time: string) => of.map((day) => wallTimeIn(day, time));
          await patient.api.bookings.book({ match_id, place_id, starts: starts(one, "10:00") });
          await patient.api.bookings.book({ match_id, place_id, starts: starts(other, "12:00"), anyway: true });
          const asked = await stored();
          const series = asked.filter(({ series_id }) => series_id === asked[0]!.series_id);
          for (const n of answered) if (series[n]) await kine.api.bookings.confirm({ id: series[n].id, sequence: 0 });
          const before = await stored();
          const own = before.filter(({ series_id }) => series_id === asked[0]!.series_id);
          const chosen = own[at % own.length]!;
          const { bookings } = await patient.api.bookings.cancel({
            id: chosen.id,
            sequence: chosen.sequence,
            following: true,
          });
          const ended = own.filter(({ state, starts_at }) => state === chosen.state && starts_at >= chosen.starts_at);
          const after = await stored();
          const changed = after.filter(({ id, state }) => before.find((each) => each.id === id)!.state !== state);
          expect(changed.map(({ id }) => id)).toEqual(ended.map(({ id }) => id));
          expect(bookings).toBe(ended.length);
        },
      ),
      { numRuns: isFull ? 300 : 6 },
    );
  },
);

const acts = fc.array(
  fc.tuple(fc.constantFrom("move", "answer", "refuse"), fc.boolean(), fc.integer({ min: 2, max: 40 })),
  { minLength: 1, maxLength: 12 },
);

test("the sequence of a calendar's entry never falls, and rises with each change", { timeout: 1_800_000 }, async () => {
  const { pathname } = new URL((await patient.api.calendars.create({})).url);
  const feed = async () => readBoth(await (await fetch(testApp.url + pathname)).text())[0];
  await fc.assert(
    fc.asyncProperty(acts, async (history) => {
      await clear();
      const { id } = await kine.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(3, "09:00")] });
      await patient.api.bookings.confirm({ id, sequence: 0 });
      let last = await feed();
      for (const [act, byKine, day] of history) {
        const { api } = byKine ? kine : patient;
        const { sequence } = (await stored())[0]!;
        if (act === "move") await outcome(api.bookings.move({ id, sequence, start: wallTimeIn(day, "15:00") }));
        else await outcome(api.bookings.answer({ id, sequence, accepts: act === "answer" }));
        const now = await feed();
        expect(now!.sequence).toBeGreaterThanOrEqual(last!.sequence);
        if (now!.from !== last!.from) expect(now!.sequence).toBeGreaterThan(last!.sequence);
        last = now;
      }
    }),
    { numRuns: isFull ? 1_000 : 6 },
  );
});

test("what mail scanners and link previews do changes no booking: a GET of anything, with the person's session too", async () => {
  await clear();
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [wallTimeIn(4, "09:00")] });
  await kine.api.bookings.confirm({ id, sequence: 0 });
  const outbox = join(testApp.dataDir, "outbox");
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), "utf8")));
  const links = mails.flatMap((mail) => mail.replaceAll("=\r\n", "").match(/https?:\/\/[^\s"<>]+/g) ?? []);
  const { pathname } = new URL((await patient.api.calendars.create({})).url);
  const verbs = ["book", "confirm", "decline", "propose", "answer", "move", "cancel", "mark", "dispute"];
  const input = encodeURIComponent(JSON.stringify({ json: { id, sequence: 1, accepts: true, match_id, place_id } }));
  const paths = [
    pathname,
    ...links.map((link) => link.replace(/^https?:\/\/[^/]+/, "")),
    ...verbs.flatMap((verb) => [`/rpc/bookings/${verb}?data=${input}`, `/api/bookings/${verb}?id=${id}&sequence=1`]),
  ];
  const before = await stored();
  const times = isFull ? Math.ceil(1_000 / paths.length) : 1;
  for (let n = 0; n < times; n += 1)
    for (const path of paths) {
      const { status } = await fetch(testApp.url + path, {
        headers: { authorization: `Bearer ${await patient.token()}` },
        redirect: "manual",
      });
      expect(status, path).toBeLessThan(500);
    }
  expect(await stored()).toEqual(before);
});
