import { expect, test } from "vitest";
import { formatRelative } from "./format.ts";
import { BUENOS_AIRES, calendarDaysBetween } from "./text/calendar-days.ts";

const at = (text: string) => new Date(`${text}-03:00`);

test.each([
  ["2026-11-27T12:00:00", "2026-11-27T12:00:59", "recién"],
  ["2026-11-27T12:00:00", "2026-11-27T12:59:36", "hace 59 min"],
  ["2026-11-27T12:00:00", "2026-11-27T12:59:59", "hace 59 min"],
  ["2026-11-27T12:00:00", "2026-11-27T13:00:00", "hace 1 h"],
  ["2026-11-27T12:00:00", "2026-11-27T13:59:59", "hace 1 h"],
  ["2026-11-26T23:50:00", "2026-11-27T00:10:00", "hace 20 min"],
  ["2026-11-26T22:00:00", "2026-11-27T08:00:00", "hace 10 h"],
  ["2026-11-26T09:00:00", "2026-11-27T08:59:59", "hace 23 h"],
  ["2026-11-26T09:00:00", "2026-11-27T22:00:00", "ayer"],
  ["2026-11-26T00:00:00", "2026-11-27T23:59:00", "ayer"],
  ["2026-11-25T23:59:00", "2026-11-27T00:00:00", "anteayer"],
  ["2026-11-25T01:00:00", "2026-11-27T23:00:00", "anteayer"],
  ["2026-11-20T23:00:00", "2026-11-27T01:00:00", "hace 7 días"],
  ["2026-10-29T12:00:00", "2026-11-27T23:00:00", "hace 29 días"],
  ["2026-10-28T12:00:00", "2026-11-27T23:00:00", "28 de octubre de 2026"],
  ["2026-11-27T12:30:30", "2026-11-27T12:00:00", "dentro de 30 min"],
  ["2026-11-28T23:00:00", "2026-11-27T09:00:00", "mañana"],
])("%s is told at %s as %s", (then, now, told) => {
  expect(formatRelative(at(then), at(now)).replaceAll("\u00a0", " ")).toBe(told);
});

test("days are those of the calendar of a zone, whatever the zone of the machine", () => {
  expect(calendarDaysBetween(at("2026-11-26T23:59:59"), at("2026-11-27T00:00:00"), BUENOS_AIRES)).toBe(1);
  expect(calendarDaysBetween(at("2026-11-27T00:00:00"), at("2026-11-27T23:59:59"), BUENOS_AIRES)).toBe(0);
  expect(calendarDaysBetween(at("2026-11-27T00:00:00"), at("2026-11-26T23:59:59"), BUENOS_AIRES)).toBe(-1);
  expect(calendarDaysBetween(at("2024-02-28T12:00:00"), at("2024-03-01T12:00:00"), BUENOS_AIRES)).toBe(2);
  // A day of 25 hours where the clocks change.
  const [before, after] = [new Date("2026-10-24T22:30:00Z"), new Date("2026-10-25T23:30:00Z")];
  expect(calendarDaysBetween(before, after, "Europe/Madrid")).toBe(1);
});
