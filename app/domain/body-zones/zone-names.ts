import { textKey } from "../../shared/text/words.ts";
import { BODY_ZONES, type Side } from "./body-zones.ts";

const SIDES: readonly [Side, readonly string[]][] = [
  ["right", ["derecha", "derecho", "der", "lado derecho", "del lado derecho"]],
  ["left", ["izquierda", "izquierdo", "izq", "lado izquierdo", "del lado izquierdo"]],
  ["both", ["ambos", "ambas", "ambos lados", "bilateral", "de los dos lados", "los dos", "las dos"]],
];

/** Maps every vocabulary key of a zone to that zone, and to the side if the key names a side. */
export function zoneNames(): Map<string, { slug: string; side: Side | null }> {
  const found = new Map<string, { slug: string; side: Side | null }>();
  const add = (text: string, slug: string, side: Side | null) => {
    const key = textKey(text);
    if (!found.has(key)) found.set(key, { slug, side });
  };
  for (const { slug, name, gender, names } of BODY_ZONES) {
    for (const text of [name, ...names, ...(gender ? [`${name}s`] : [])]) {
      add(text, slug, null);
      add(`Dolor de ${text}`, slug, null);
      if (!gender) continue;
      for (const [side, words] of SIDES)
        for (const word of words) {
          add(`${text} ${word}`, slug, side);
          if (side === "both") add(`${word} ${text}`, slug, side);
        }
    }
  }
  return found;
}
