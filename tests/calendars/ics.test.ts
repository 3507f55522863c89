import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarOf } from "../../app/domain/calendars/ics.ts";
import { isFull } from "../support/full.ts";
import { readBoth } from "./parsers.ts";

const YEAR_2040 = Date.UTC(2040, 0, 1);
const entry = fc.record({
  uid: fc.oneof(
    fc.uuid().map((id) => `${id}@kinexo.ar`),
    fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 120 })
      .map((text) => `a${text.replaceAll(/[\p{C}\s"\\;,]/gu, "")}`),
  ),
  sequence: fc.nat(1_000),
  stamped_at: fc.constant(new Date(0)),
  starts_at: fc.integer({ min: 0, max: YEAR_2040 / 60_000 }).map((minutes) => new Date(minutes * 60_000)),
  minutes: fc.integer({ min: 15, max: 180 }),
});

test("two parsers read the times of random calendars back, and no line is longer than 75 octets", () => {
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ({ uid }) => uid, maxLength: 20 }), (entries) => {
      const text = calendarOf(entries);
      for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      const read = new Map(readBoth(text).map((each) => [each.uid, each]));
      expect(read.size).toBe(entries.length);
      for (const { uid, sequence, starts_at, minutes } of entries)
        expect(read.get(uid)).toEqual({
          uid,
          sequence,
          summary: "Turno",
          from: starts_at.getTime(),
          until: starts_at.getTime() + minutes * 60_000,
        });
    }),
    { numRuns: isFull ? 10_000 : 200 },
  );
});

test("what would begin a line of its own stays a text", () => {
  const uid = "1\r\nATTENDEE:mailto:ana@example.com;x,y";
  const text = calendarOf([{ uid, sequence: 0, stamped_at: new Date(0), starts_at: new Date(0), minutes: 60 }]);
  expect(text).not.toMatch(/^ATTENDEE/m);
  expect(text).toContain("UID:1\\nATTENDEE:mailto:ana@example.com\\;x\\,y\r\n");
});
