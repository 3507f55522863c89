import { expect, test } from "vitest";
import { answersWords } from "./dispute-words.ts";

test("what patients said of a coverage is a sentence, whatever nobody said", () => {
  const of = (denials: number, extras: number, confirmations: number) =>
    answersWords({ short: "IOMA", denials, extras, confirmations });
  expect(of(2, 0, 0)).toBe("2 pacientes dijeron que no atiende por IOMA; ninguno, que cobró un plus ni que sí.");
  expect(of(1, 2, 0)).toBe("1 paciente dijo que no atiende por IOMA; 2 dijeron que cobró un plus; ninguno, que sí.");
  expect(of(2, 1, 3)).toBe("2 pacientes dijeron que no atiende por IOMA; 1 dijo que cobró un plus; 3 dijeron que sí.");
  expect(of(0, 0, 1)).toBe("1 paciente dijo que sí; ninguno, que no atiende por IOMA ni que cobró un plus.");
  expect(of(0, 0, 0)).toBe("Ningún paciente dijo que no atiende por IOMA ni que cobró un plus ni que sí.");
});
