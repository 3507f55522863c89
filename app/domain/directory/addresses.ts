import { CITY, JURISDICTION_NAMES } from "../places/jurisdictions.ts";
import { placeNames } from "../places/place-names.ts";
import { SPECIALTIES } from "../specialties/specialties.ts";
import { specialtyNames } from "../specialties/specialty-names.ts";
import { slugOf } from "../vocabulary/vocabulary.ts";

/** Where a page's specialists attend. */
export type Area =
  | { kind: "country" | "online" }
  | { kind: "province"; jurisdiction: string }
  | { kind: "place" | "home"; place: string };
/** What the path of a page selects. */
export type Topic = { area: Area; specialty: string | null };
type PlaceOf = (slug: string) => { slug: string; jurisdiction: string; kind: string } | undefined;

const ROOT = "/kinesiologos";
const HOME = "a-domicilio";
const ONLINE = "online";

const provinces = Object.entries(JURISDICTION_NAMES).map(([code, name]) => ({
  code,
  slug: code === CITY ? "caba" : slugOf(name),
}));
/** The path segment of a jurisdiction. */
const provinceSlug = (jurisdiction: string) =>
  provinces.find(({ code }) => code === jurisdiction)?.slug ?? jurisdiction;

/** The path of a topic. */
export function pathOf({ area, specialty }: Topic, placeOf: PlaceOf): string {
  const placed = (slug: string) => `${provinceSlug(placeOf(slug)?.jurisdiction ?? "")}/${slug}`;
  const ending = specialty ? `/${specialty}` : "";
  switch (area.kind) {
    case "country":
      return ROOT;
    case "online":
      return `${ROOT}/${ONLINE}${ending}`;
    case "province":
      return `${ROOT}/${provinceSlug(area.jurisdiction)}`;
    case "home":
      return `${ROOT}/${HOME}/${placed(area.place)}`;
    case "place":
      return `${ROOT}/${placed(area.place)}${ending}`;
  }
}

let places: Map<string, string> | undefined;
let specialties: Map<string, string> | undefined;
const wordsOf = (slug: string) => slug.replaceAll("-", " ");

function placeIn(slug: string, jurisdiction: string, placeOf: PlaceOf) {
  const named = (places ??= placeNames()).get(wordsOf(slug));
  const found = [placeOf(slug), named === undefined ? undefined : placeOf(named)];
  return found.find((place) => place?.jurisdiction === jurisdiction && place.kind !== "jurisdiction");
}

function provinceOf(slug: string) {
  const named = (places ??= placeNames()).get(wordsOf(slug));
  return (
    provinces.find((each) => each.slug === slug) ??
    provinces.find((each) => named === each.slug || named === `provincia-de-${each.slug}`)
  );
}

const specialtyOf = (slug: string) =>
  SPECIALTIES.find((each) => each.slug === slug)?.slug ?? (specialties ??= specialtyNames()).get(wordsOf(slug));

/** Parses a path of the directory, by current slugs or other names of the vocabulary; null when there is no such page. */
export function topicIn(path: string, placeOf: PlaceOf): Topic | null {
  const [, root, ...parts] = partsOf(path);
  if (`/${root}` !== ROOT) return null;
  if (parts.at(-1) === "") parts.pop();
  const [first, second, third] = parts;
  if (first === undefined) return { area: { kind: "country" }, specialty: null };
  if (first === ONLINE) return parts.length > 2 ? null : withSpecialty({ kind: "online" }, second);
  if (first === HOME) {
    const place = parts.length === 3 ? placeAt(second, third, placeOf) : null;
    return place === null ? null : { area: { kind: "home", place }, specialty: null };
  }
  if (parts.length > 3) return null;
  if (second === undefined) {
    const province = provinceOf(first);
    return province ? { area: { kind: "province", jurisdiction: province.code }, specialty: null } : null;
  }
  const place = placeAt(first, second, placeOf);
  return place === null ? null : withSpecialty({ kind: "place", place }, third);
}

/** The decoded segments of a path as slugs: "c%C3%B3rdoba" is "cordoba". Empty for an invalid escape. */
function partsOf(path: string): string[] {
  try {
    return path.split("/").map((part) => slugOf(decodeURIComponent(part)));
  } catch {
    return [];
  }
}

function placeAt(province = "", slug = "", placeOf: PlaceOf): string | null {
  const jurisdiction = provinceOf(province)?.code;
  return (jurisdiction && placeIn(slug, jurisdiction, placeOf)?.slug) || null;
}

function withSpecialty(area: Area, slug: string | undefined): Topic | null {
  if (slug === undefined) return { area, specialty: null };
  const specialty = specialtyOf(slug);
  return specialty ? { area, specialty } : null;
}
