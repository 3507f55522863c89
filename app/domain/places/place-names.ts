import { textKey } from "../../shared/text/words.ts";
import { CITY, JURISDICTION_NAMES } from "./jurisdictions.ts";
import { JURISDICTION_PLACES, type Place, PLACES } from "./places.ts";

/** What people add to the name of a place to say its jurisdiction. */
const ADDITIONS: Readonly<Record<string, readonly string[]>> = {
  [CITY]: ["CABA", "C A B A", "Capital", "Capital Federal", "Buenos Aires", "Bs As", "Ciudad de Buenos Aires"],
  "06": [
    "Provincia",
    "Provincia de Buenos Aires",
    "Pcia de Buenos Aires",
    "Bs As",
    "GBA",
    "PBA",
    "Prov de Bs As",
    "Zona Norte",
    "Zona Sur",
    "Zona Oeste",
  ],
  "14": ["Cba"],
  "50": ["Mza"],
};

/** The keys of a name in a jurisdiction: of the name alone, and of the name with each addition. */
export function placeKeysOf(name: string, jurisdiction: string): string[] {
  const full = JURISDICTION_NAMES[jurisdiction] ?? "";
  const additions = [full, `Provincia de ${full}`, ...(ADDITIONS[jurisdiction] ?? [])];
  return [name, ...additions.map((addition) => `${name} ${addition}`), `Zona ${name}`].map(textKey);
}

/** Every key with the place that it means; a key that could mean two places belongs to the earlier one. */
export function placeNames(): Map<string, string> {
  const found = new Map<string, string>();
  const add = ({ slug }: Place, key: string) => {
    if (!found.has(key)) found.set(key, slug);
  };
  for (const place of [...PLACES, ...JURISDICTION_PLACES]) for (const name of place.names) add(place, textKey(name));
  for (const place of PLACES) add(place, textKey(place.name));
  for (const place of PLACES) {
    for (const name of [place.name, ...place.names]) {
      for (const key of placeKeysOf(name, place.jurisdiction)) add(place, key);
      if (place.kind === "neighbourhood") add(place, textKey(`Barrio ${name}`));
    }
  }
  for (const place of JURISDICTION_PLACES) {
    add(place, textKey(place.name));
    add(place, textKey(`Provincia de ${place.name}`));
  }
  return found;
}
