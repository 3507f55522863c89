import { CITY, JURISDICTION_NAMES } from "../places/jurisdictions.ts";
import { SPECIALTIES } from "../specialties/specialties.ts";
import { pathOf, type Topic } from "./addresses.ts";
import { type Contents, EVERYBODY, groupOfPlace } from "./contents.server.ts";
import { listOf } from "./search.server.ts";

/** A page is offered to search engines from this many specialists on. */
export const INDEXED_FROM = 3;
/** The most links to other places on a page. */
const NEAR_SHOWN = 12;

const provinceName = (code: string) => (code === CITY ? "CABA" : (JURISDICTION_NAMES[code] ?? ""));
const specialtyName = (slug: string) => SPECIALTIES.find((each) => each.slug === slug)?.name ?? slug;

/** A place's name, with its province when another place has the same: a city may have the name of its province. */
function placeName(slug: string, { places }: Contents): string {
  const place = places.get(slug);
  if (!place) return "";
  const isShared = [...places.values()].some(({ name, slug: other }) => name === place.name && other !== slug);
  return isShared ? `${place.name}, ${provinceName(place.jurisdiction)}` : place.name;
}

/** What a search leads to a topic's page, as its two fields: a specialty, and a place. */
export function searchedIn({ area, specialty }: Topic, asked: readonly string[], contents: Contents) {
  const [slug = specialty] = asked;
  const place = "place" in area ? (contents.places.get(area.place)?.name ?? "") : "";
  const where = "jurisdiction" in area ? provinceName(area.jurisdiction) : area.kind === "online" ? "Online" : place;
  return { what: slug ? specialtyName(slug) : "", where };
}

/** The heading of a topic's page. */
export function headingOf({ area, specialty }: Topic, contents: Contents): string {
  const what = specialty === null ? "Kinesiólogos" : specialtyName(specialty);
  const named = (slug: string) => placeName(slug, contents);
  switch (area.kind) {
    case "country":
      return `${what} en Argentina`;
    case "online":
      return `${what} online`;
    case "province":
      return `${what} en ${provinceName(area.jurisdiction)}`;
    case "home":
      return `${what} a domicilio en ${named(area.place)}`;
    case "place":
      return `${what} en ${named(area.place)}`;
  }
}

/** The number of a topic's specialists. */
export const countOf = (contents: Contents, topic: Topic) => listOf(contents, topic).length;

type Crumb = { name: string; path: string };

/** The breadcrumbs from the directory's first page to a topic, which is the last. */
export function crumbsOf(topic: Topic, contents: Contents): Crumb[] {
  const { area, specialty } = topic;
  const at = (name: string, each: Topic) => ({ name, path: pathOf(each, (slug) => contents.places.get(slug)) });
  const crumbs = [at("Kinesiólogos", { area: { kind: "country" }, specialty: null })];
  if (area.kind === "province" || area.kind === "place" || area.kind === "home") {
    const place = area.kind === "province" ? undefined : contents.places.get(area.place);
    const jurisdiction = area.kind === "province" ? area.jurisdiction : (place?.jurisdiction ?? "");
    crumbs.push(at(provinceName(jurisdiction), { area: { kind: "province", jurisdiction }, specialty: null }));
    if (place) crumbs.push(at(place.name, { area: { kind: "place", place: place.slug }, specialty: null }));
    if (area.kind === "home") crumbs.push(at("A domicilio", topic));
  }
  if (area.kind === "online") crumbs.push(at("Online", { area, specialty: null }));
  if (specialty !== null) crumbs.push(at(specialtyName(specialty), topic));
  return crumbs;
}

type Link = Crumb & { count: number };
export type LinkList = { title: string; links: Link[] };

/** The links from a topic's page to other pages, without pages that have no specialists. */
export function linksOf(contents: Contents, topic: Topic): LinkList[] {
  const { area, specialty } = topic;
  const link = (name: string, to: Topic): Link[] => {
    const count = countOf(contents, to);
    return count > 0 ? [{ name, path: pathOf(to, (slug) => contents.places.get(slug)), count }] : [];
  };
  const specialties = (kind: Topic["area"]) =>
    SPECIALTIES.flatMap(({ slug, name }) => (slug === specialty ? [] : link(name, { area: kind, specialty: slug })));
  const near = (kind: "place" | "home", slug: string) =>
    contents
      .near(slug)
      .filter(({ km }) => km > 0)
      .flatMap(({ place }) => link(place.name, { area: { kind, place: place.slug }, specialty }))
      .slice(0, NEAR_SHOWN);
  const online = link("Online", { area: { kind: "online" }, specialty });
  switch (area.kind) {
    case "country":
      return lists(
        [
          "Por provincia",
          Object.keys(JURISDICTION_NAMES).flatMap((code) => link(provinceName(code), inProvince(code))),
        ],
        ["A distancia", online],
      );
    case "online":
      return lists(["Online, por especialidad", specialties(area)]);
    case "province":
      return lists([
        "Por barrio o ciudad",
        [...contents.places.values()]
          .filter(({ jurisdiction, kind }) => jurisdiction === area.jurisdiction && kind !== "jurisdiction")
          .flatMap(({ slug, name }) => link(name, { area: { kind: "place", place: slug }, specialty: null }))
          .toSorted((one, other) => one.name.localeCompare(other.name, "es")),
      ]);
    case "home":
      return lists(
        ["A domicilio, cerca", near("home", area.place)],
        [
          "Otras formas de atenderte",
          [...link("En consultorio", { area: { ...area, kind: "place" }, specialty: null }), ...online],
        ],
      );
    case "place": {
      const atHome =
        specialty === null ? link("A domicilio", { area: { ...area, kind: "home" }, specialty: null }) : [];
      return lists(
        [specialty === null ? "Por especialidad" : "Otras especialidades", specialties(area)],
        ["Cerca", near("place", area.place)],
        ["Otras formas de atenderte", [...atHome, ...online]],
      );
    }
  }
}

const inProvince = (jurisdiction: string): Topic => ({ area: { kind: "province", jurisdiction }, specialty: null });
const lists = (...all: [string, Link[]][]): LinkList[] =>
  all.filter(([, links]) => links.length > 0).map(([title, links]) => ({ title, links }));

/** The path of every topic with enough specialists to be indexed, and its last change (s since 1970), for the sitemap. */
export function indexedPages(contents: Contents): { path: string; changed: number }[] {
  return contents.memoize("indexed pages", [EVERYBODY], () => {
    const slugs = [null, ...SPECIALTIES.map(({ slug }) => slug)];
    const places = [...contents.places.values()].filter(({ slug }) => contents.group(groupOfPlace(slug)).length > 0);
    const topics: Topic[] = [
      { area: { kind: "country" }, specialty: null },
      ...slugs.map((specialty): Topic => ({ area: { kind: "online" }, specialty })),
      ...Object.keys(JURISDICTION_NAMES).map(inProvince),
      ...places
        .filter(({ kind }) => kind !== "jurisdiction")
        .flatMap(({ slug: place }): Topic[] => [
          { area: { kind: "home", place }, specialty: null },
          ...slugs.map((specialty): Topic => ({ area: { kind: "place", place }, specialty })),
        ]),
    ];
    return topics.flatMap((topic) => {
      const list = listOf(contents, topic);
      if (list.length < INDEXED_FROM) return [];
      const changed = list.reduce((latest, one) => Math.max(latest, one.changed), 0);
      return { path: pathOf(topic, (slug) => contents.places.get(slug)), changed };
    });
  });
}
