import { expect, test } from "vitest";
import { cohortWords, headlineWords, partOfWords } from "./pulse-words.ts";

const part = (n: number, of: number) => ({ n, of, percent: of >= 20 ? Math.round((100 * n) / of) : null });

test("the headline says of how many cases it is, and compares with nothing where there is nothing", () => {
  expect(headlineWords(part(31, 34), null)).toBe("De cada 10 casos, más de 9 tienen una postulación en 24 h.");
  expect(headlineWords(part(39, 45), null)).toBe("De cada 10 casos, más de 8 tienen una postulación en 24 h.");
  expect(headlineWords(part(36, 40), null)).toBe("De cada 10 casos, 9 tienen una postulación en 24 h.");
  expect(headlineWords(part(1, 40), part(21, 40))).toBe(
    "De cada 10 casos, menos de 1 tienen una postulación en 24 h. Hace un mes eran más de 5.",
  );
  expect(cohortWords(part(31, 34), null)).toBe("Son 31 de 34 casos de las últimas 4 semanas con 24 h cumplidas.");
  expect(headlineWords(part(31, 34), part(0, 21))).toBe(
    "De cada 10 casos, más de 9 tienen una postulación en 24 h. Hace un mes, ninguno.",
  );
  expect(cohortWords(part(31, 34), part(12, 20))).toBe(
    "Son 31 de 34 casos de las últimas 4 semanas con 24 h cumplidas; hace un mes, 12 de 20.",
  );
});

test("a share says of how many cases it is a part", () => {
  expect(partOfWords(part(82, 100))).toBe("82 % de 100");
  expect(partOfWords(part(8, 12))).toBe("8 de 12");
});
