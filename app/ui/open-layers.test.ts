import { expect, test, vi } from "vitest";
import { isStepOfLayer, stepBack } from "./open-layers.ts";

test("what closes twice before the screen has followed goes back once", () => {
  const go = vi.fn<() => void>();
  const [shown, next] = [{}, {}];
  stepBack(shown, go);
  expect(isStepOfLayer()).toBe(false);
  stepBack(shown, go);
  expect(go).toHaveBeenCalledTimes(1);
  stepBack(next, go);
  expect(go).toHaveBeenCalledTimes(2);
  isStepOfLayer();
});
