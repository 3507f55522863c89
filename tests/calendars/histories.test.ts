import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSpecialist, wallTimeIn } from "../bookings/agenda.ts";
import { isFull } from "../support/full.ts";
import type { Person } from "../support/people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { awakePatient, mailsTo } from "./mailbox.ts";

const HISTORIES = isFull ? 1_000 : 6;
/** A place treats six at once, so that no history is in another's way. */
const SEATS = 6;

let testApp: TestApp;

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp?.close());

const side = fc.constantFrom("kine", "patient");
const moment = fc.tuple(fc.integer({ min: 3, max: 50 }), fc.integer({ min: 8, max: 18 }));
/** What happens to a turno; `isRead`: the mails are sent before the next act, which otherwise may overtake them. */
const act = fc.record({
  kind: fc.constantFrom("move", "move", "answer", "answer", "cancel"),
  by: side,
  accepts: fc.boolean(),
  to: moment,
  isRead: fc.boolean(),
});
const history = fc.record({ first: moment, acts: fc.array(act, { minLength: 1, maxLength: 7 }) });
type History = typeof history extends fc.Arbitrary<infer Each> ? Each : never;

const localOf = ([days, hour]: [number, number]) => wallTimeIn(days, `${String(hour).padStart(2, "0")}:00`);

/** Lives a history; returns when the turno is, in milliseconds, or null when it was cancelled. Acts that are refused change nothing. */
async function live({ first, acts }: History, { kine, place_id }: { kine: Person; place_id: string }) {
  const { patient, match_id } = await awakePatient(testApp, kine);
  const people = { kine, patient };
  const { id } = await patient.api.bookings.book({ match_id, place_id, starts: [localOf(first)] });
  await kine.api.bookings.confirm({ id, sequence: 0 });
  const current = async () => (await patient.api.bookings.mine()).upcoming.find((each) => each.id === id);
  for (const { kind, by, accepts, to, isRead } of acts) {
    const seen = await current();
    if (!seen) break;
    const { bookings } = people[by].api;
    const of = { id, sequence: seen.sequence };
    const isAnswerable = seen.moved_by !== null && seen.moved_by !== by;
    if (kind === "move") await bookings.move({ ...of, start: localOf(to) });
    else if (kind === "cancel") await bookings.cancel(of);
    else if (isAnswerable) await bookings.answer({ ...of, accepts });
    if (isRead) await mailsTo(testApp, patient.id);
  }
  const last = await current();
  return { id, patient, at: last?.starts_at.getTime() ?? null };
}

test(
  "whatever happens to a turno, its sequence rises with each mail, none is cancelled that was not there, and the calendar ends as the turno is",
  async () => {
    const seed = Number(process.env["SEED"] ?? Date.now());
    const lives = fc.sample(history, { numRuns: HISTORIES, seed });
    for (let from = 0; from < lives.length; from += SEATS) {
      const specialist = await openSpecialist(testApp, {}, { seats: SEATS });
      await Promise.all(
        lives.slice(from, from + SEATS).map(async (each) => {
          const told = `SEED=${seed} ${JSON.stringify(each)}`;
          const { id, patient, at } = await live(each, specialist);
          const mails = await mailsTo(testApp, patient.id);
          let held: { from: number; sequence: number } | null = null;
          let highest = -1;
          for (const { uid, method, sequence, from: begins } of mails) {
            expect(uid, told).toBe(`${id}@localhost`);
            expect(sequence, told).toBeGreaterThan(highest);
            highest = sequence;
            if (method === "CANCEL") expect(held, told).not.toBe(null);
            held = method === "CANCEL" ? null : { from: begins, sequence };
          }
          expect(held?.from ?? null, told).toBe(at);
        }),
      );
    }
  },
  isFull ? 3_600_000 : 120_000,
);
