import { expect, test } from "vitest";
import { answersWords } from "./dispute-words.ts";

test("what patients said of a coverage is one line, with the extra charges where somebody named one", () => {
  const of = (denials: number, extras: number, confirmations: number) =>
    answersWords({ denials, extras, confirmations });
  expect(of(2, 1, 3)).toBe("2 dijeron que no · 3 que sí · 1 que cobró un plus");
  expect(of(1, 0, 0)).toBe("1 dijo que no · 0 que sí");
});
