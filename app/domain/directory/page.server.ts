import { z } from "zod";
import type { Services } from "../../api/services.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import { openLoopTurns } from "../../platform/turns.server.ts";
import { pathOf, type Topic, topicIn } from "./addresses.ts";
import { Card, cardReader } from "./cards.server.ts";
import type { Contents } from "./contents.server.ts";
import { directoryCopy } from "./copy.server.ts";
import { Facet, facetsOf, ordersOf } from "./facets.server.ts";
import { askedIn, asksForFilters, asksOf, isFiltered, PAGE_SIZE, queryOf } from "./query.ts";
import { neighboursOf, search } from "./search.server.ts";
import { countOf, crumbsOf, headingOf, INDEXED_FROM, linksOf } from "./topics.server.ts";

const Crumb = z.strictObject({ name: z.string(), path: z.string() });

/** A page of the directory. */
export const DirectoryPage = z.strictObject({
  heading: z.string(),
  path: z.string(),
  /** Whether search engines are to list its path. */
  is_indexed: z.boolean(),
  is_filtered: z.boolean(),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  items: z.array(Card),
  /** Specialists near a place that has few. */
  near: z.array(Card),
  facets: z.array(Facet),
  /** What the list asks beside its page, for a form. */
  asked: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  orders: z.array(z.strictObject({ value: z.string(), label: z.string() })),
  order: z.string(),
  crumbs: z.array(Crumb),
  links: z.array(z.strictObject({ title: z.string(), links: z.array(Crumb.extend({ count: z.int() })) })),
});
export type DirectoryPage = z.output<typeof DirectoryPage>;

const NEIGHBOURS = 6;
/** A list with filters is a walk of up to all rows. */
const nextWalk = openLoopTurns();

/** The answer for an address: its page, a redirect to its current address, or that nothing is there. */
type Answer = { page: DirectoryPage } | { movedTo: string } | "missing";

/**
 * Reads the page of a path and query, "/kinesiologos/caba/palermo" and "?pagina=2": its cards are one statement. Whom it holds, with or
 * without neighbours, counts as shown.
 */
export async function directoryPage(
  services: Services,
  path: string,
  query: URLSearchParams,
  hasNear = true,
): Promise<Answer> {
  const contents = await services.copies.of(directoryCopy).read();
  const placeOf = (slug: string) => contents.places.get(slug);
  if (asksForFilters(query)) await nextWalk();
  const all = askedIn(query);
  const topic = topicIn(path, placeOf);
  if (!topic || !all) return "missing";
  const asked = asksOf(all, topic, contents.coverages);
  const now = pathOf(topic, placeOf);
  if (now !== path || query.get("pagina") === "1") return { movedTo: `${now}${queryOf(asked)}` };
  const count = countOf(contents, topic);
  const isThin = count < INDEXED_FROM;
  const near = isThin ? neighboursOf(contents, topic, NEIGHBOURS) : [];
  if (count === 0 && near.length === 0 && topic.area.kind !== "country") return "missing";
  const { list, counts } = search(contents, topic, asked);
  const from = (asked.page - 1) * PAGE_SIZE;
  if (asked.page > 1 && from >= list.length) return "missing";
  const shown = list.slice(from, from + PAGE_SIZE).map((one) => ({ one, km: kilometres(contents, topic, one.place) }));
  const own = new Set(shown.map(({ one }) => one.number));
  const isFilteredList = isFiltered(asked);
  // A filtered list has its own distance: neighbours beside it would be those of another question.
  const beside = isFilteredList || !hasNear ? [] : near;
  // All that the lists say is read at one moment, before the cards.
  const page = {
    heading: headingOf(topic, contents),
    path,
    is_indexed: !isThin,
    is_filtered: isFilteredList,
    total: list.length,
    page: asked.page,
    pages: Math.max(1, Math.ceil(list.length / PAGE_SIZE)),
    facets: facetsOf(contents, topic, asked, counts),
    asked: [...new URLSearchParams(queryOf({ ...asked, page: 1 }))].map(([name, value]) => ({ name, value })),
    orders: ordersOf(topic),
    order: asked.order === "recomendado" ? "" : asked.order,
    crumbs: crumbsOf(topic, contents),
    links: linksOf(contents, topic),
  };
  const read = cardReader(contents, topic, [...shown, ...beside], asked.coverages);
  const cards = await readPublicly(services, read);
  contents.showings.count(cards.map(({ number }) => number));
  return {
    page: {
      ...page,
      items: cards.filter(({ number }) => own.has(number)).map(({ card }) => card),
      near: cards.filter(({ number }) => !own.has(number)).map(({ card }) => card),
    },
  };
}

function kilometres(contents: Contents, { area }: Topic, place: string | null): number {
  if (area.kind !== "place" && area.kind !== "home") return 0;
  return contents.near(area.place).find((each) => each.place.slug === place)?.km ?? 0;
}

/** The address of a page. */
export const Address = z.object({
  path: z.string().max(200).default("/kinesiologos"),
  query: z.string().max(500).default(""),
});
