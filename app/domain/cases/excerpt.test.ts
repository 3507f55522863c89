import { expect, test } from "vitest";
import { excerpted } from "./excerpt.ts";

test("an excerpt ends between words where there are any, and inside no emoji", () => {
  const of = (description: string) => excerpted({ description }).description;
  expect(of("Me duele")).toBe("Me duele");
  expect(of("palabra ".repeat(50))).toBe(`${"palabra ".repeat(35).trimEnd()}…`);
  for (let blanks = 0; blanks < 8; blanks += 1) {
    const shown = of("a".repeat(blanks) + "👩‍⚕️".repeat(100));
    expect(shown.slice(blanks, -1).replaceAll("👩‍⚕️", "")).toBe("");
  }
});
