import { expect, test } from "vitest";
import { firstSlotInWords } from "./first-slot.ts";

test("the next free time is told with its weekday, day and hour", () => {
  expect(firstSlotInWords({ local_start: "2025-12-04T18:00" })).toBe("Primer turno: jue 4/12, 18:00");
});
