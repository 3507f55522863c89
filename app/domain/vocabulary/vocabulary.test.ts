import { expect, test } from "vitest";
import { BODY_ZONES, zoneName } from "../body-zones/body-zones.ts";
import { zoneNames } from "../body-zones/zone-names.ts";
import { SPECIALTIES } from "../specialties/specialties.ts";
import { specialtyNames } from "../specialties/specialty-names.ts";
import { termNamed, termsLike } from "./terms.ts";
import { textKey } from "../../shared/text/words.ts";

test.each([
  ["Kinesiología deportiva", "deportiva"],
  ["deportiva", "deportiva"],
  ["Kinesióloga especialista en traumatología", "traumatologia"],
  ["Rehabilitación traumatológica", "traumatologia"],
  ["Neurorrehabilitación", "neurologica"],
  ["kinesiología respiratoria", "respiratoria"],
  ["Kinesiología gerontológica", "geriatrica"],
  ["Piso pélvico", "piso-pelvico"],
  ["RPG y postura", "osteopatia-rpg"],
  ["Terapia manual y osteopatía", "osteopatia-rpg"],
  ["A.T.M.", undefined],
  ["ATM", "atm"],
  ["drenaje linfático", "drenaje-linfatico"],
  ["Masajes", undefined],
])("%s as a specialty is %s", (text, slug) => {
  expect(specialtyNames().get(textKey(text))).toBe(slug);
});

test.each([
  ["Rodilla", "rodilla", null],
  ["rodilla derecha", "rodilla", "right"],
  ["Hombro izq.", "hombro", "left"],
  ["ambas rodillas", "rodilla", "both"],
  ["Tobillo (derecho)", "tobillo", "right"],
  ["Zona lumbar", "espalda-baja", null],
  ["cervical", "cuello", null],
  ["Dolor de cintura", "espalda-baja", null],
])("%s as a zone of the body is %s, %s", (text, slug, side) => {
  expect(zoneNames().get(textKey(text))).toEqual({ slug, side });
});

test("there are fourteen specialties, the last a technique, and eighteen zones, each with a name of its own", () => {
  expect(SPECIALTIES).toHaveLength(14);
  expect(SPECIALTIES.filter(({ isTechnique }) => isTechnique).map(({ slug }) => slug)).toEqual(["osteopatia-rpg"]);
  expect(BODY_ZONES).toHaveLength(18);
  for (const { slug, name } of SPECIALTIES) expect(specialtyNames().get(textKey(name))).toBe(slug);
  for (const zone of BODY_ZONES) {
    for (const side of [null, "right", "left"] as const) {
      const expected = { slug: zone.slug, side: zone.gender ? side : null };
      expect(zoneNames().get(textKey(zoneName(zone, side)))).toEqual(expected);
    }
  }
});

test("what an admin picks from the suggestions is a term, and what they merely type is none", () => {
  expect(termsLike("zone", "rodilla d").map(({ name }) => name)).toEqual(["Rodilla derecha"]);
  expect(termNamed("zone", "Rodilla derecha")).toEqual({ slug: "rodilla", side: "right" });
  expect(termNamed("place", "Palermo")).toEqual({ slug: "palermo", side: null });
  expect(termNamed("specialty", "Kinesiología deportiva")).toEqual({ slug: "deportiva", side: null });
  expect(termNamed("place", "por ahí")).toBeNull();
});
