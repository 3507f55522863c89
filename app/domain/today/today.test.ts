import { expect, test } from "vitest";
import { hoursSince, spanWords, waitingWords } from "./today.ts";

test("how long somebody waits is told in hours and days, and a span by its largest unit", () => {
  expect([0, 5, 24, 30, 48, 75].map(waitingWords)).toEqual([
    "hace menos de 1 h",
    "hace 5 h",
    "hace 1 día",
    "hace 1 día y 6 h",
    "hace 2 días",
    "hace 3 días y 3 h",
  ]);
  expect(hoursSince(new Date(0), 5.9 * 3_600_000)).toBe(5);
  expect([2_100, 16_200, 260_000].map(spanWords)).toEqual(["35 min", "4,5 h", "3 días"]);
});
