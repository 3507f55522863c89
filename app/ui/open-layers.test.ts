import { expect, test, vi } from "vitest";
import { isStepOfLayer, stepBack } from "./open-layers.ts";

test("what closes twice before the browser has gone back goes back once", () => {
  const go = vi.fn<() => void>();
  stepBack(go);
  stepBack(go);
  expect(go).toHaveBeenCalledTimes(1);
  expect(isStepOfLayer()).toBe(false);
  stepBack(go);
  expect(go).toHaveBeenCalledTimes(2);
  isStepOfLayer();
});
