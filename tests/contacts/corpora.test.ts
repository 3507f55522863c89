import { describe, expect, test } from "vitest";
import { HALVES, measured } from "./corpora.ts";

describe.each(HALVES)("of the %s half of the corpora", (half) => {
  test("at least 97 % of the texts with contact data are found, and at most 1 % of those without are masked", () => {
    const { contacts, missed, plain, masked } = measured(half);
    expect(contacts).toBeGreaterThan(180);
    expect(plain).toBeGreaterThan(180);
    expect(missed.length / contacts, missed.join("\n")).toBeLessThanOrEqual(0.03);
    expect(masked.length / plain, masked.join("\n")).toBeLessThanOrEqual(0.01);
  });
});
