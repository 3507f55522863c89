import { CITY, JURISDICTION_NAMES } from "./jurisdictions.ts";
import { slugOf, type Suggestion, suggestionsOf } from "../vocabulary/vocabulary.ts";
import { CITIES, JURISDICTIONS, MUNICIPALITIES, NEIGHBOURHOODS, OUTER_MUNICIPALITIES } from "./place-data.ts";

export const PLACE_KINDS = ["jurisdiction", "neighbourhood", "municipality", "city", "locality"] as const;
type PlaceKind = (typeof PLACE_KINDS)[number];

/** A place of the vocabulary. `jurisdiction` is INDEC's code; the centre has two decimals. */
export type Place = Suggestion & {
  slug: string;
  kind: PlaceKind;
  jurisdiction: string;
  latitude: number;
  longitude: number;
  names: readonly string[];
};

const PROVINCE_OF_BUENOS_AIRES = "06";

const LINE = /^(?:(?<code>\d\d) )?(?<name>.+?) (?<latitude>-\d+\.\d\d) (?<longitude>-\d+\.\d\d)(?: \| (?<others>.+))?$/;

function linesOf(list: string) {
  return list
    .trim()
    .split("\n")
    .map((line) => {
      const { code = "", name = "", latitude, longitude, others } = LINE.exec(line)?.groups ?? {};
      return { code, name, latitude: Number(latitude), longitude: Number(longitude), names: others?.split(", ") ?? [] };
    });
}

const placed =
  (kind: PlaceKind, jurisdiction: string | null, hint?: string) =>
  ({ code, ...line }: ReturnType<typeof linesOf>[number]): Place => ({
    ...line,
    kind,
    slug: slugOf(line.name),
    jurisdiction: jurisdiction ?? code,
    hint: hint ?? JURISDICTION_NAMES[jurisdiction ?? code] ?? "",
  });

/** The places to live or work in: neighbourhoods, municipalities and cities, in this order. */
export const PLACES: readonly Place[] = [
  ...linesOf(NEIGHBOURHOODS).map(placed("neighbourhood", CITY, "Capital")),
  ...linesOf(MUNICIPALITIES).map(placed("municipality", PROVINCE_OF_BUENOS_AIRES, "Gran Buenos Aires")),
  ...linesOf(OUTER_MUNICIPALITIES).map(placed("municipality", PROVINCE_OF_BUENOS_AIRES, "Provincia")),
  ...linesOf(CITIES).map(placed("city", null)),
];

/** The 24 jurisdictions as places. */
export const JURISDICTION_PLACES: readonly Place[] = linesOf(JURISDICTIONS).map(({ name: code, ...line }) => {
  const place = placed("jurisdiction", code)({ ...line, code, name: JURISDICTION_NAMES[code] ?? "" });
  return code === CITY ? { ...place, slug: "caba" } : { ...place, slug: `provincia-de-${place.slug}` };
});

/** At most six places that match a text. None for an empty text or the exact name of a place. */
export const placesLike = suggestionsOf(PLACES);
