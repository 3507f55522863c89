import { type Suggestion, suggestionsOf } from "../vocabulary/vocabulary.ts";

export const SIDES = ["left", "right", "both"] as const;
export type Side = (typeof SIDES)[number];

/** A zone of the body. `gender` is its name's grammatical gender, which the words for its sides follow; null for a zone without sides. */
export type BodyZone = { slug: string; name: string; gender: "a" | "o" | null; names: readonly string[] };

const zone = (slug: string, name: string, gender: BodyZone["gender"], names = ""): BodyZone => ({
  slug,
  name,
  gender,
  names: names ? names.split(", ") : [],
});

/** The 18 zones, from head to foot. */
export const BODY_ZONES: readonly BodyZone[] = [
  zone("cabeza", "Cabeza", null, "cara, cráneo, rostro"),
  zone("mandibula", "Mandíbula", "a", "ATM, articulación temporomandibular, maxilar"),
  zone("cuello", "Cuello", null, "cervical, cervicales, columna cervical, nuca, zona cervical"),
  zone("hombro", "Hombro", "o", "manguito rotador, clavícula, omóplato, escápula"),
  zone("brazo", "Brazo", "o", "antebrazo, bíceps, tríceps, húmero"),
  zone("codo", "Codo", "o", "epicóndilo"),
  zone("muneca", "Muñeca", "a", "túnel carpiano"),
  zone("mano", "Mano", "a", "dedos de la mano, dedo, pulgar, dedos"),
  zone("torax", "Tórax", null, "pecho, costillas, costilla, esternón, pulmones"),
  zone(
    "espalda-alta",
    "Espalda alta",
    null,
    "dorsal, dorsales, columna dorsal, espalda, columna, zona dorsal, trapecio",
  ),
  zone(
    "espalda-baja",
    "Espalda baja",
    null,
    "lumbar, lumbares, columna lumbar, cintura, zona lumbar, ciática, lumbociática, lumbalgia, sacro",
  ),
  zone("pelvis", "Pelvis", null, "piso pélvico, suelo pélvico, pubis, ingle, cóccix, coxis"),
  zone("cadera", "Cadera", "a", "glúteo, fémur"),
  zone("muslo", "Muslo", "o", "isquiotibial, isquiotibiales, cuádriceps, aductor, aductores"),
  zone("rodilla", "Rodilla", "a", "menisco, meniscos, ligamento cruzado, ligamentos cruzados, LCA, rótula"),
  zone("pierna", "Pierna", "a", "pantorrilla, gemelo, gemelos, tibia, peroné"),
  zone("tobillo", "Tobillo", "o", "tendón de Aquiles, Aquiles, esguince de tobillo"),
  zone("pie", "Pie", "o", "talón, planta del pie, fascitis plantar, metatarso, dedos del pie"),
];

/** The words of a side after a name of this gender. */
const SIDE_WORDS: Record<Side, (gender: "a" | "o") => string> = {
  right: (gender) => `derech${gender}`,
  left: (gender) => `izquierd${gender}`,
  both: () => "de los dos lados",
};

/** A zone with its side in words. */
export function zoneName({ name, gender }: BodyZone, side: Side | null): string {
  return side && gender ? `${name} ${SIDE_WORDS[side](gender)}` : name;
}

/** A zone, or one side of it, as a form suggests it. */
type SuggestedZone = Suggestion & { slug: string; side: Side | null };

/** Every zone; a zone with sides is followed by its sides. */
export const SUGGESTED_ZONES: readonly SuggestedZone[] = BODY_ZONES.flatMap((zone) => {
  const { slug, name, gender, names } = zone;
  const sides = gender ? (["right", "left"] as const) : [];
  return [
    { slug, side: null, name, hint: "", names },
    ...sides.map((side) => ({ slug, side, name: zoneName(zone, side), hint: "" })),
  ];
});

/** At most six zones that match a text, as `placesLike`. */
export const zonesLike = suggestionsOf(SUGGESTED_ZONES);
