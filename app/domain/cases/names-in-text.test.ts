import { expect, test } from "vitest";
import { namesIn } from "./names-in-text.ts";

test("a name is found in a text in any case and without accents, and other words are not", () => {
  expect(namesIn("Soy JOSÉ y me duele", "Jose Pérez")).toBe(true);
  expect(namesIn("La rodilla de la sra. perez", "José Pérez")).toBe(true);
  expect(namesIn("Me duele la rodilla", "José Pérez")).toBe(false);
  expect(namesIn("Voy de a poco", "De A")).toBe(false);
  expect(namesIn("Perezoso", "José Pérez")).toBe(false);
  expect(namesIn("Me operaron en 2019", "José 2019")).toBe(false);
});
