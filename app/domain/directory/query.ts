import { SPECIALTIES } from "../specialties/specialties.ts";
import type { Topic } from "./addresses.ts";

export const RADII = [0, 3, 5, 10, 20] as const;
/** The farthest distance at which a place's page shows a specialist. */
export const FARTHEST_KM = 20;
export const PRICE_LIMITS = [15_000, 20_000, 25_000, 30_000, 40_000, 50_000] as const;
const ORDERS = ["recomendado", "precio", "cercania"] as const;
export type Order = (typeof ORDERS)[number];
export const PAGE_SIZE = 10;

/** The parameters of an address, in their order. All but the last are filters. */
export const PARAMETERS = ["especialidad", "cobertura", "hasta", "radio", "dia", "nuevos", "orden", "pagina"] as const;
type Parameter = (typeof PARAMETERS)[number];

/** The filters, order and page number that a visitor chose for a list. */
export type Asked = {
  specialties: string[];
  coverages: number[];
  upTo: number | null;
  radius: number;
  weekdays: number[];
  onlyNew: boolean;
  order: Order;
  page: number;
};

export const NOTHING_ASKED: Asked = {
  specialties: [],
  coverages: [],
  upTo: null,
  radius: 0,
  weekdays: [],
  onlyNew: false,
  order: "recomendado",
  page: 1,
};

/** The most coverages that a query may combine; nobody compares more. */
const MOST_VALUES = 5;

/** Parses a query; invalid filter values are ignored. Null for an invalid page number. */
export function askedIn(query: URLSearchParams): Asked | null {
  const numbers = (name: Parameter) => [
    ...new Set(
      query
        .getAll(name)
        .filter((value) => /^\d{1,6}$/.test(value))
        .map(Number),
    ),
  ];
  const known = SPECIALTIES.map(({ slug }) => slug);
  const page = query.get("pagina") ?? "1";
  if (!/^[1-9]\d{0,5}$/.test(page)) return null;
  const [upTo = null] = numbers("hasta").filter((value) => PRICE_LIMITS.some((limit) => limit === value));
  const [radius = 0] = numbers("radio").filter((value) => RADII.some((each) => each === value));
  return {
    specialties: known.filter((slug) => query.getAll("especialidad").includes(slug)),
    coverages: numbers("cobertura")
      .toSorted((one, other) => one - other)
      .slice(0, MOST_VALUES),
    upTo,
    radius,
    weekdays: numbers("dia")
      .filter((day) => day < 7)
      .toSorted((one, other) => one - other),
    onlyNew: query.get("nuevos") === "1",
    order: ORDERS.find((order) => order === query.get("orden")) ?? "recomendado",
    page: Number(page),
  };
}

const NOTHING_TYPED = { what: "", where: "" };
/** The parameters of what was typed into a search, which change nothing of the list. */
export const TYPED_PARAMETERS = ["que", "donde"] as const;

/** Formats a query, with its parameters in their order and without default values: "?cobertura=3&pagina=2" or "". */
export function queryOf(
  { specialties, coverages, upTo, radius, weekdays, onlyNew, order, page }: Asked,
  { what, where } = NOTHING_TYPED,
): string {
  const query = new URLSearchParams([
    ...specialties.map((slug) => ["especialidad", slug]),
    ...coverages.map((id) => ["cobertura", String(id)]),
    ...(upTo === null ? [] : [["hasta", String(upTo)]]),
    ...(radius === 0 ? [] : [["radio", String(radius)]]),
    ...weekdays.map((day) => ["dia", String(day)]),
    ...(onlyNew ? [["nuevos", "1"]] : []),
    ...(order === "recomendado" ? [] : [["orden", order]]),
    ...(what === "" ? [] : [["que", what]]),
    ...(where === "" ? [] : [["donde", where]]),
    ...(page === 1 ? [] : [["pagina", String(page)]]),
  ]);
  return query.size > 0 ? `?${query}` : "";
}

/** Drops the filters and orders that a topic's page does not have; they are ignored, as unknown values are. */
export function asksOf(asked: Asked, { area, specialty }: Topic, coverages: ReadonlyMap<number, unknown>): Asked {
  const isPlaced = area.kind === "place" || area.kind === "home";
  return {
    ...asked,
    specialties: hasSpecialtyFilter({ area, specialty }) ? asked.specialties : [],
    coverages: asked.coverages.filter((id) => coverages.has(id)),
    radius: isPlaced ? asked.radius : 0,
    order: asked.order === "cercania" && !isPlaced ? "recomendado" : asked.order,
  };
}

/** Whether a page has a filter of specialties. Places and online have a page for each specialty instead. */
export const hasSpecialtyFilter = ({ area, specialty }: Topic) =>
  specialty === null && area.kind !== "place" && area.kind !== "online";

/** Whether a query has a parameter of a filter or an order; other parameters are ignored. */
export const asksForFilters = (query: URLSearchParams) =>
  PARAMETERS.some((name) => name !== "pagina" && query.has(name));

/** Whether a list differs from the list of its path without filters and order. */
export const isFiltered = (asked: Asked) => queryOf({ ...asked, page: 1 }) !== "";
