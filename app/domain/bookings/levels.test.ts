import fc from "fast-check";
import { expect, test } from "vitest";
import { type BookingNow, dueOfBooking, type Level } from "./levels.ts";

const DAY_S = 86_400;
const MONTH_S = 30 * DAY_S;
/** A job that is due runs within so many seconds. */
const MOST_LATE_S = 300;

const history = fc.record({
  starts: fc.integer({ min: 0, max: MONTH_S }),
  soon: fc.integer({ min: 900, max: 9 * 3_600 }),
  list: fc.integer({ min: 4 * 3_600, max: 28 * 3_600 }),
  marks: fc.integer({ min: 900, max: 20 * 3_600 }),
  cancelledAt: fc.option(fc.integer({ min: 0, max: MONTH_S }), { nil: null }),
  late: fc.array(fc.integer({ min: 0, max: MOST_LATE_S }), { minLength: 12, maxLength: 12 }),
});

type History = typeof history extends fc.Arbitrary<infer Each> ? Each : never;

/** Runs the job of a booking as it asks to be run, by a clock that begins with the confirmation; returns what was told and when. */
function lived({ starts, soon, list, marks, cancelledAt, late }: History) {
  const told: [Level, number][] = [];
  let [now, settled] = [0, 0];
  for (const wait of late) {
    if (cancelledAt !== null && cancelledAt <= now) break;
    const state: BookingNow = {
      state: "confirmed",
      is_proposed: false,
      answer_s: null,
      starts_s: starts - now,
      settled_s: settled - now,
      day_s: starts - DAY_S - now,
      soon_s: starts - soon - now,
      list_s: starts - list - now,
      marks_s: starts + marks - now,
      keeps: true,
      is_suspended: false,
    };
    const { tell, next_s } = dueOfBooking(state);
    told.push(...tell.map((level): [Level, number] => [level, now]));
    settled = now;
    if (next_s === null) break;
    now += next_s + wait;
  }
  return told;
}

test("over thirty days nothing is told after a cancellation, and no reminder is lost or told twice", () => {
  fc.assert(
    fc.property(history, (of) => {
      const told = lived(of);
      for (const [level, at] of told) {
        expect(of.cancelledAt === null || at < of.cancelledAt).toBe(true);
        expect(level === "marks" || at < of.starts).toBe(true);
      }
      expect(new Set(told.map(([level]) => level)).size).toBe(told.length);
      const at = {
        day: of.starts - DAY_S,
        soon: of.starts - of.soon,
        list: of.starts - of.list,
        marks: of.starts + of.marks,
      };
      // What is due later than its job may be late, before the end, was told.
      for (const [level, due] of Object.entries(at))
        if (due > 0 && (of.cancelledAt === null || due + MOST_LATE_S < of.cancelledAt))
          expect(told.map(([each]) => each)).toContain(level);
    }),
    { numRuns: 2_000 },
  );
});
