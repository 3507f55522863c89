import { describe, expect, test } from "vitest";
import { HALVES, measured, measuredThird } from "./corpora.ts";

describe.each(HALVES)("of the %s half of the corpora", (half) => {
  test("at least 97 % of the texts with contact data are found, and at most 1 % of those without are masked", () => {
    const { contacts, missed, plain, masked } = measured(half);
    expect(contacts).toBeGreaterThan(180);
    expect(plain).toBeGreaterThan(180);
    expect(missed.length / contacts, missed.join("\n")).toBeLessThanOrEqual(0.03);
    expect(masked.length / plain, masked.join("\n")).toBeLessThanOrEqual(0.01);
  });
});

test("of the texts written to deceive the rules all with contact data are found, and two without are masked", () => {
  const { contacts, missed, plain, masked } = measuredThird();
  expect([contacts, plain]).toEqual([60, 60]);
  expect(missed).toEqual([]);
  // Each number could be a phone of Buenos Aires, and its label announces no such length.
  expect(masked).toEqual(["Afiliado 1123456789 de OSDE", "póliza 1145-556789 de La Segunda"]);
});
