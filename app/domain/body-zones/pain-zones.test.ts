import { expect, test } from "vitest";
import { painIn, painOf } from "./pain-zones.ts";

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

test("own words name their place and its side, unless they name none or several", () => {
  expect(painIn("Me duele la rodilla al bajar escaleras")).toBe("Rodilla");
  expect(painIn("Me operaron del menisco de la RODILLA DERECHA.")).toBe("Rodilla derecha");
  expect(painIn("hombro izquierdo, al peinarme")).toBe("Hombro izquierdo");
  expect(painIn("Tengo ciática hace un mes")).toBe("Espalda");
  expect(painIn("Me duelen las rodillas, más la derecha que la izquierda")).toBe("Rodilla");
  expect(painIn("Me duele la espalda del lado derecho")).toBe("Espalda");
  expect(painIn("Me duele el cuello y el hombro derecho")).toBe("");
  expect(painIn("Un rodillazo jugando")).toBe("");
  expect(painIn("")).toBe("");
});
