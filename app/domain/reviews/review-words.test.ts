import { expect, test } from "vitest";
import { reviewActWords, totalWords } from "./review-words.ts";

test("the total of reviews says how many of them nobody sees", () => {
  expect(totalWords({ count: 17, waiting: 5, hidden: 0 })).toBe("22: 17 visibles, 5 en revisión");
  expect(totalWords({ count: 17, waiting: 5, hidden: 1 })).toBe("23: 17 visibles, 5 en revisión, 1 oculta");
  expect(totalWords({ count: 1, waiting: 0, hidden: 0 })).toBe("1 visible");
});

test("an act on a review says what becomes of it", () => {
  expect(reviewActWords({ hidden_at: null, is_waiting: false })).toContain("Deja de verse");
  expect(reviewActWords({ hidden_at: new Date(0), is_waiting: false })).toContain("Se ve de nuevo");
  expect(reviewActWords({ hidden_at: new Date(0), is_waiting: true })).toContain("Mostrada, se ve en el perfil");
});
