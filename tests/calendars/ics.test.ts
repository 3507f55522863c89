import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarMessageOf, calendarOf } from "../../app/domain/calendars/ics.ts";
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

/** Texts that would end a value, a parameter or a line. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\r\n",
        "\n",
        "\r",
        ";",
        ",",
        ":",
        '"',
        "\\",
        "\\n",
        "BEGIN:VALARM",
        "ATTENDEE:mailto:ana@example.com",
        "\u2028",
        "\u0085",
        "\0",
      ),
      fc.string({ unit: "grapheme", maxLength: 90 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""));

test("no text makes a line of its own, in an entry or in a message", () => {
  const stamped_at = new Date(0);
  const namesOf = (text: string) =>
    text
      .replaceAll("\r\n ", "")
      .split("\r\n")
      .map((line) => line.split(/[:;]/)[0]);
  const harmless = calendarMessageOf(
    "REQUEST",
    { uid: "1", sequence: 0, stamped_at, starts_at: stamped_at, minutes: 60 },
    { organizer: "a@example.com", attendee: "b@example.com" },
  );
  fc.assert(
    fc.property(hostile, hostile, hostile, (uid, organizer, attendee) => {
      const entry = { uid, sequence: 0, stamped_at, starts_at: stamped_at, minutes: 60 };
      const text = calendarMessageOf("REQUEST", entry, { organizer, attendee });
      expect(namesOf(text)).toEqual(namesOf(harmless));
      expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    }),
    { numRuns: isFull ? 10_000 : 200 },
  );
});
