import { expect, test } from "vitest";
import { painOf } from "./pain-zones.ts";

test("a typed place lights its picture, in whatever letters, with its side", () => {
  const named = (text: string) => {
    const found = painOf(text);
    return found && [found.zone.name, found.side];
  };
  expect(named("Rodilla")).toEqual(["Rodilla", null]);
  expect(named(" rodilla")).toEqual(["Rodilla", null]);
  expect(named("rodilla derecha")).toEqual(["Rodilla", "right"]);
  expect(named("HOMBRO IZQUIERDO")).toEqual(["Hombro", "left"]);
  expect(named("rodillazo")).toBeNull();
  expect(named("")).toBeNull();
});
