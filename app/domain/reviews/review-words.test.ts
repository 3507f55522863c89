import { expect, test } from "vitest";
import { totalWords } from "./review-words.ts";

test("the total of reviews says how many of them nobody sees", () => {
  expect(totalWords({ count: 17, waiting: 5, hidden: 0 })).toBe("22: 17 visibles, 5 en revisión");
  expect(totalWords({ count: 17, waiting: 5, hidden: 1 })).toBe("23: 17 visibles, 5 en revisión, 1 oculta");
  expect(totalWords({ count: 1, waiting: 0, hidden: 0 })).toBe("1 visible");
});
