import { expect, test } from "vitest";
import { answersWords } from "./dispute-words.ts";

test("what patients said of a coverage is a sentence, whatever nobody said", () => {
  const of = (denials: number, extras: number, confirmations: number) =>
    answersWords({ short: "IOMA", denials, extras, confirmations });
  expect(of(2, 0, 0)).toBe("2 pacientes dijeron que no atiende por IOMA. Nadie dijo que sí ni que cobró un plus.");
  expect(of(1, 2, 0)).toBe("1 paciente dijo que no atiende por IOMA. 2 dijeron que cobró un plus. Nadie dijo que sí.");
  expect(of(2, 1, 3)).toBe("2 pacientes dijeron que no atiende por IOMA. 3 dijeron que sí. 1 dijo que cobró un plus.");
  expect(of(0, 0, 1)).toBe("1 paciente dijo que sí. Nadie dijo que no atiende por IOMA ni que cobró un plus.");
  expect(of(0, 0, 0)).toBe("Nadie dijo que no atiende por IOMA ni que sí ni que cobró un plus.");
});
