import { describe, expect, test } from "vitest";
import { PLACES, placesLike } from "./places.ts";

const named = (typed: string) => placesLike(typed).map(({ name }) => name);

describe("places", () => {
  test("they are the 48 neighbourhoods of Buenos Aires and 40 municipalities around it, each once", () => {
    const counts = Object.groupBy(PLACES, ({ hint }) => hint);
    expect(Object.fromEntries(Object.entries(counts).map(([hint, places]) => [hint, places?.length]))).toEqual({
      Capital: 48,
      "Gran Buenos Aires": 24,
      Provincia: 16,
    });
    expect(new Set(PLACES.map(({ name }) => name)).size).toBe(PLACES.length);
  });

  test("they are found without accents and capitals, by their beginning and then by any word", () => {
    expect(named("nun")).toEqual(["Núñez"]);
    expect(named("NUÑ")).toEqual(["Núñez"]);
    expect(named("lopez")).toEqual(["Vicente López"]);
    expect(named("mar")).toEqual(["Marcos Paz", "General San Martín"]);
    expect(named("paz")).toEqual(["José C. Paz", "Marcos Paz"]);
    expect(named("  villa   cr ")).toEqual(["Villa Crespo"]);
  });

  test("a way to write a whole name is put right, and the name itself is left alone", () => {
    expect(named("nunez")).toEqual(["Núñez"]);
    expect(named("Núñez")).toEqual([]);
    expect(named("Avellaneda")).toEqual([]);
  });

  test("nothing and what is nowhere suggest nothing, and a letter suggests no more than six", () => {
    expect(named("")).toEqual([]);
    expect(named("Rosario")).toEqual([]);
    expect(named("villa")).toHaveLength(6);
  });
});
