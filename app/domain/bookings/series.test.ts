import { expect, test } from "vitest";
import { seriesOf } from "./series.ts";

test("a series begins with its first time and goes on at the same time of the chosen weekdays, over the turn of a year", () => {
  expect(seriesOf("2026-12-24T18:00", [2, 4], 5)).toEqual([
    "2026-12-24T18:00",
    "2026-12-29T18:00",
    "2026-12-31T18:00",
    "2027-01-05T18:00",
    "2027-01-07T18:00",
  ]);
  expect(seriesOf("2026-12-24T18:00", [4], 1)).toEqual(["2026-12-24T18:00"]);
  expect(seriesOf("2026-12-24T18:00", [], 5)).toEqual(["2026-12-24T18:00"]);
});
