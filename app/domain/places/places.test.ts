import { describe, expect, test } from "vitest";
import { textKey } from "../../shared/text/words.ts";
import { placeNames } from "./place-names.ts";
import { JURISDICTION_NAMES } from "./jurisdictions.ts";
import { JURISDICTION_PLACES, PLACES, placesLike } from "./places.ts";

const named = (typed: string) => placesLike(typed).map(({ name }) => name);

describe("places", () => {
  test("they are the 48 neighbourhoods of Buenos Aires, 40 municipalities around it, the cities of all 24 jurisdictions, each once", () => {
    const kinds = Object.groupBy(PLACES, ({ hint }) => hint);
    expect(kinds["Capital"]).toHaveLength(48);
    expect(kinds["Gran Buenos Aires"]).toHaveLength(24);
    expect(kinds["Provincia"]).toHaveLength(16);
    expect(PLACES.filter(({ kind }) => kind === "city").length).toBeGreaterThanOrEqual(100);
    expect(JURISDICTION_PLACES).toHaveLength(24);
    expect(new Set(PLACES.map(({ jurisdiction }) => jurisdiction)).size).toBe(24);
    const all = [...PLACES, ...JURISDICTION_PLACES];
    expect(new Set(PLACES.map(({ name }) => name)).size).toBe(PLACES.length);
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(all.length);
    for (const { slug, jurisdiction, latitude, longitude } of all) {
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(JURISDICTION_NAMES[jurisdiction]).toBeTruthy();
      expect(latitude > -56 && latitude < -21 && longitude > -74 && longitude < -53, slug).toBe(true);
    }
  });

  test("they are found without accents and capitals, by their beginning and then by any word", () => {
    expect(named("nun")).toEqual(["Núñez"]);
    expect(named("NUÑ")).toEqual(["Núñez"]);
    expect(named("lopez")).toEqual(["Vicente López"]);
    expect(named("mar")).toEqual([
      "Marcos Paz",
      "Mar del Plata",
      "Martínez",
      "General San Martín",
      "Villa María",
      "San Martín de los Andes",
    ]);
    expect(named("paz")).toEqual(["José C. Paz", "Marcos Paz", "Villa Carlos Paz"]);
    expect(named("  villa   cr ")).toEqual(["Villa Crespo"]);
    expect(named("bariloche")).toEqual(["San Carlos de Bariloche"]);
  });

  test("a way to write a whole name is put right, and the name itself is left alone", () => {
    expect(named("nunez")).toEqual(["Núñez"]);
    expect(named("Núñez")).toEqual([]);
    expect(named("Avellaneda")).toEqual([]);
  });

  test("nothing and what is nowhere suggest nothing, and a letter suggests no more than six", () => {
    expect(named("")).toEqual([]);
    expect(named("Montevideo")).toEqual([]);
    expect(named("villa")).toHaveLength(6);
  });

  test.each([
    ["palermo", "palermo"],
    ["PALERMO SOHO", "palermo"],
    ["Palermo, CABA", "palermo"],
    ["Palermo (Capital Federal)", "palermo"],
    ["Barrio Núñez", "nunez"],
    ["villa  urquiza.", "villa-urquiza"],
    ["C.A.B.A.", "caba"],
    ["Buenos Aires", "caba"],
    ["Provincia de Buenos Aires", "provincia-de-buenos-aires"],
    ["Córdoba", "cordoba"],
    ["cordoba capital", "cordoba"],
    ["La Plata, Provincia de Buenos Aires", "la-plata"],
    ["San Martin", "general-san-martin"],
    ["Tucumán", "san-miguel-de-tucuman"],
    ["Ramos Mejia, GBA", "ramos-mejia"],
  ])("%s is a way to write a place", (text, slug) => {
    expect(placeNames().get(textKey(text))).toBe(slug);
  });
});
