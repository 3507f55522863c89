import fc from "fast-check";
import { expect, test } from "vitest";
import { freshnessOf, monthOf } from "./freshness.ts";

const DAY_MS = 86_400_000;
const now = new Date("2026-11-22T15:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);

test("a fact is fresh for 60 days, shows its month until the 90th, and is stale from then on", () => {
  for (const [days, expected] of [
    [-1, "fresh"],
    [0, "fresh"],
    [60, "fresh"],
    [60.0001, "aging"],
    [90, "aging"],
    [90.0001, "stale"],
    [4_000, "stale"],
  ] as const)
    expect([days, freshnessOf(daysAgo(days), now)]).toEqual([days, expected]);
});

test("a fact only ages: no later moment makes it fresher", () => {
  const order = ["fresh", "aging", "stale"];
  const days = fc.double({ min: 0, max: 400, noNaN: true });
  fc.assert(
    fc.property(days, days, (age, later) => {
      const before = order.indexOf(freshnessOf(daysAgo(age), now));
      return order.indexOf(freshnessOf(daysAgo(age + later), now)) >= before;
    }),
  );
});

test("a date is told by its month, and by its year too after half a year", () => {
  expect(monthOf(new Date("2026-09-10T12:00:00Z"), now)).toBe("septiembre");
  expect(monthOf(new Date("2025-09-10T12:00:00Z"), now)).toBe("septiembre de 2025");
  // At this time it is still August in Buenos Aires.
  expect(monthOf(new Date("2026-09-01T02:00:00Z"), now)).toBe("agosto");
});
