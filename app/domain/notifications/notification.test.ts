import { expect, test } from "vitest";
import { KINDS } from "./notification.ts";

const about = { case_id: null, match_id: null };

test("one turno is said in words, several in figures", () => {
  expect(KINDS.booking_requested.title({ count: 1, ...about })).toBe("Te pidieron un turno");
  expect(KINDS.booking_made.title({ count: 3, ...about })).toBe("Te reservaron 3 turnos");
});
