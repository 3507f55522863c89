import type { Services } from "../../api/services.server.ts";
import { placeNames } from "../places/place-names.ts";
import { JURISDICTION_PLACES, PLACES } from "../places/places.ts";
import { textKey } from "../../shared/text/words.ts";
import { type Area, pathOf } from "./addresses.ts";
import type { Contents } from "./contents.server.ts";
import { directoryCopy } from "./copy.server.ts";
import { NOTHING_ASKED, queryOf } from "./query.ts";
import { placeSearch, specialtyWanted } from "./words.ts";

/** The address of the page that a search found, or the text that it did not understand. */
type SearchTarget = { to: string } | { unknown: string };

/** The page for what a visitor typed: what hurts or a specialty, and where. */
export async function searchLeadsTo(services: Services, what: string, where: string): Promise<SearchTarget> {
  const contents = await services.copies.of(directoryCopy).read();
  const specialty = textKey(what) === "" ? null : specialtyWanted(what);
  if (specialty === null && textKey(what) !== "") return { unknown: what };
  const area = areaOf(contents, where);
  if (!area) return { unknown: where };
  const isOfPath = area.kind === "place" || area.kind === "online";
  const path = pathOf({ area, specialty: isOfPath ? specialty : null }, (slug) => contents.places.get(slug));
  return { to: path + queryOf({ ...NOTHING_ASKED, specialties: specialty === null || isOfPath ? [] : [specialty] }) };
}

/** The area that a typed place means; null for an unknown one. */
export function areaOf(contents: Contents, where: string): Area | null {
  const key = textKey(where);
  if (key === "") return { kind: "country" };
  if (key === "online" || key === "virtual" || key === "a distancia") return { kind: "online" };
  const { known, like } = contents.memoize("search of places", [], () => ({
    known: placeNames(),
    like: placeSearch([
      ...PLACES,
      ...JURISDICTION_PLACES,
      ...[...contents.places.values()].filter(({ kind }) => kind === "locality"),
    ]),
  }));
  const place = contents.places.get(known.get(key) ?? like(where) ?? "");
  if (!place) return null;
  return place.kind === "jurisdiction"
    ? { kind: "province", jurisdiction: place.jurisdiction }
    : { kind: "place", place: place.slug };
}
