import { expect, test } from "vitest";
import { weekToTell } from "./week.ts";

test("the week that ended is told from eight on, two days late the same one, and later none", () => {
  const told = (moment: string, day: Parameters<typeof weekToTell>[1] = "monday") =>
    weekToTell(Date.parse(moment), day);
  // Monday, 30 November 2026, 8:00 in Buenos Aires.
  expect(told("2026-11-30T10:59:00Z")).toBeNull();
  expect(told("2026-11-30T11:00:00Z")).toBe("2026-11-23");
  expect(told("2026-12-01T02:30:00Z")).toBe("2026-11-23");
  expect(told("2026-12-02T11:00:00Z")).toBe("2026-11-23");
  expect(told("2026-12-02T11:01:00Z")).toBeNull();
  // A Sunday evening that is Monday at UTC.
  expect(told("2026-12-07T01:00:00Z")).toBeNull();
  expect(told("2026-12-03T12:00:00Z", "thursday")).toBe("2026-11-23");
  expect(told("2026-12-06T12:00:00Z", "sunday")).toBe("2026-11-23");
});
