import { wordsOf } from "../../shared/text/words.ts";
import { BODY_ZONES, type Side, zoneName } from "./body-zones.ts";

/** A place that people name first, with its spot on the figure in hundredths of the figure's width and height. */
export type PainZone = { name: string; gender: "a" | "o" | null; x: number; y: number };

const ofVocabulary = (slug: string, x: number, y: number): PainZone => {
  const { name = "", gender = null } = BODY_ZONES.find((zone) => zone.slug === slug) ?? {};
  return { name, gender, x, y };
};

/** The six places that people name most. */
export const PAIN_ZONES: readonly PainZone[] = [
  { name: "Espalda", gender: null, x: 50, y: 36 },
  ofVocabulary("cuello", 50, 15),
  ofVocabulary("hombro", 26, 20),
  ofVocabulary("rodilla", 37, 71),
  ofVocabulary("cadera", 36, 50),
  ofVocabulary("tobillo", 39, 92),
];

const SIDES: readonly (Side | null)[] = [null, "right", "left", "both"];

/** A place with its side in words: "Rodilla derecha". */
export const painName = (zone: PainZone, side: Side | null) => zoneName({ ...zone, slug: "", names: [] }, side);

/** The place and the side that a text names, in whatever letters, or null. */
export function painOf(text: string): { zone: PainZone; side: Side | null } | null {
  const key = text.trim().toLowerCase();
  for (const zone of PAIN_ZONES)
    for (const side of SIDES)
      if (painName(zone, side).toLowerCase() === key && (side === null || zone.gender)) return { zone, side };
  return null;
}

/** The words of a place: its name in one or several, and the names of the vocabulary that are one word. */
const WORDS = PAIN_ZONES.map((zone) => {
  const names = BODY_ZONES.filter(({ name }) => name.split(" ")[0] === zone.name).flatMap(({ names }) => names);
  return {
    zone,
    words: new Set([zone.name, `${zone.name}s`, ...names].map(wordsOf).flatMap((all) => (all.length === 1 ? all : []))),
  };
});

const SIDE_OF: readonly [Side, RegExp][] = [
  ["right", /^derech[ao]$/],
  ["left", /^izquierd[ao]$/],
];

/** The place that somebody's words name, with its side: "Rodilla derecha"; "" when they name none or several. */
export function painIn(text: string): string {
  const said = wordsOf(text);
  const [named, ...others] = WORDS.filter(({ words }) => said.some((word) => words.has(word)));
  if (!named || others.length > 0) return "";
  const [side, ...otherSides] = SIDE_OF.filter(([, word]) => said.some((each) => word.test(each)));
  return painName(named.zone, side && otherSides.length === 0 && named.zone.gender ? side[0] : null);
}

/** The labels of the sides of a place. */
export const SIDE_LABELS = {
  a: { right: "Derecha", left: "Izquierda", both: "Ambas" },
  o: { right: "Derecho", left: "Izquierdo", both: "Ambos" },
} as const;
