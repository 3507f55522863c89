import { expect, test } from "vitest";
import { typicalWaitLine } from "./typical-wait.ts";

test.each([
  [3, "en menos de una hora"],
  [60, "en 1 hora"],
  [61, "en 2 horas"],
  [47 * 60, "en 47 horas"],
  [49 * 60, "en 3 días"],
])("a median of %d minutes to the first application is told as %s", (minutes, words) => {
  expect(typicalWaitLine(minutes)).toBe(`La primera postulación suele llegar ${words}.`);
});
