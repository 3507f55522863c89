import { expect, test } from "vitest";
import { barsOfDays, barsOfHours, formatBytes, formatCount, formatMs } from "./figures.ts";

test("sizes, times and counts are told as people here read them", () => {
  expect([formatBytes(340_400_000), formatBytes(8_240_000), formatBytes(1_240_000_000)]).toEqual([
    "340 MB",
    "8,2 MB",
    "1,2 GB",
  ]);
  expect([formatMs(0.42), formatMs(120.4), formatCount(12_345)]).toEqual(["0,4 ms", "120 ms", "12.345"]);
});

test("a day and an hour have their bar, in the time of Buenos Aires", () => {
  expect(barsOfDays([{ day: "2026-11-21", published: 5, filled: 2 }])).toEqual([
    { short: "21 nov", name: "sáb, 21 nov", first: 2, second: 3 },
  ]);
  expect(barsOfHours([{ hour: new Date("2026-11-22T01:00:00Z"), signed_in: 4, refused: 1 }])).toEqual([
    { short: "22 h", name: "sáb, 22 h", first: 4, second: 1 },
  ]);
});
