import { z } from "zod";
import type { Services } from "../../api/services.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import { openLoopTurns } from "../../platform/turns.server.ts";
import { pathOf, type Topic, topicIn } from "./addresses.ts";
import { Card, cardReader } from "./cards.server.ts";
import { Chip, chipsOf } from "./chips.server.ts";
import type { Contents, Listed } from "./contents.server.ts";
import { type DirectoryCopy, directoryCopy } from "./copy.server.ts";
import { Facet, facetsOf, ordersOf } from "./facets.server.ts";
import { type Asked, askedIn, asksForFilters, asksOf, isFiltered, PAGE_SIZE, queryOf } from "./query.ts";
import { type Found, neighboursOf, search } from "./search.server.ts";
import { searchOf, type Typed, typedIn } from "./typed-search.server.ts";
import { countOf, crumbsOf, headingOf, INDEXED_FROM, linksOf } from "./topics.server.ts";
import { shownToOthers } from "../contacts/shown-to-others.ts";

const Crumb = z.strictObject({ name: z.string(), path: z.string() });

/** A page of the directory. */
export const DirectoryPage = z.strictObject({
  heading: z.string(),
  /** The list as the two fields of a search. */
  searched: z.strictObject({ what: z.string(), where: z.string() }),
  /** "Dolor de espalda · CABA", when the list was asked for what hurts or a specialty. */
  search_heading: z.string().nullable(),
  /** What the list was asked for, each with the address of the list without it. */
  chips: z.array(Chip),
  path: z.string(),
  /** Whether search engines should index its path. */
  is_indexed: z.boolean(),
  is_filtered: z.boolean(),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  items: z.array(Card),
  /** Specialists near a place that has few. */
  near: z.array(Card),
  facets: z.array(Facet),
  /** The list's parameters except the page number, for a form. */
  asked: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  orders: z.array(z.strictObject({ value: z.string(), label: z.string() })),
  order: z.string(),
  crumbs: z.array(Crumb),
  links: z.array(z.strictObject({ title: z.string(), links: z.array(Crumb.extend({ count: z.int() })) })),
});
export type DirectoryPage = z.output<typeof DirectoryPage>;

const NEIGHBOURS = 6;
/** Runs at most one filtered list per turn of the event loop, since such a list may scan all rows. */
const yieldToEventLoop = openLoopTurns();

/** The answer for an address: its content, a redirect to its current address, or that there is no page. */
type Answer<Content> = Content | { movedTo: string } | "missing";

/** The list of a page before its cards are read: `shown` are its specialists, `near` the neighbours of a place that has few. */
type ListOfPage = { says: ReturnType<typeof summaryOf>; contents: DirectoryCopy; topic: Topic; asked: Asked } & Record<
  "shown" | "near",
  readonly Listed[]
>;

/** The list of a path and query, "/kinesiologos/caba/palermo" and "?pagina=2", from memory. */
export async function listOfPage(
  services: Services,
  path: string,
  query: URLSearchParams,
): Promise<Answer<ListOfPage>> {
  const contents = await services.copies.of(directoryCopy).read();
  const placeOf = (slug: string) => contents.places.get(slug);
  if (asksForFilters(query)) await yieldToEventLoop();
  const all = askedIn(query);
  const topic = topicIn(path, placeOf);
  if (!topic || !all) return "missing";
  const asked = asksOf(all, topic, contents.coverages);
  const now = pathOf(topic, placeOf);
  const typed = typedIn(query, topic, asked, contents);
  if (now !== path || query.get("pagina") === "1") return { movedTo: `${now}${queryOf(asked, typed)}` };
  const count = countOf(contents, topic);
  const near = count < INDEXED_FROM ? neighboursOf(contents, topic, NEIGHBOURS) : [];
  if (count === 0 && near.length === 0 && topic.area.kind !== "country") return "missing";
  const found = search(contents, topic, asked);
  const from = (asked.page - 1) * PAGE_SIZE;
  if (asked.page > 1 && from >= found.list.length) return "missing";
  return {
    says: summaryOf(contents, topic, asked, typed, found),
    contents,
    topic,
    asked,
    shown: found.list.slice(from, from + PAGE_SIZE),
    near: near.map(({ one }) => one),
  };
}

/** The data of a list except its specialists. */
function summaryOf(contents: Contents, topic: Topic, asked: Asked, typed: Typed, { list, counts }: Found) {
  const facets = facetsOf(contents, topic, asked, counts);
  return {
    heading: headingOf(topic, contents),
    ...searchOf(contents, topic, asked, typed),
    chips: chipsOf(contents, topic, asked, typed, facets),
    path: pathOf(topic, (slug) => contents.places.get(slug)),
    is_filtered: isFiltered(asked),
    total: list.length,
    page: asked.page,
    pages: Math.max(1, Math.ceil(list.length / PAGE_SIZE)),
    facets,
    asked: [...new URLSearchParams(queryOf({ ...asked, page: 1 }, typed))].map(([name, value]) => ({ name, value })),
    orders: ordersOf(topic),
    order: asked.order === "recomendado" ? "" : asked.order,
  };
}

/**
 * Reads the page of a path and query; its cards take one statement. Every specialist on it, including neighbours, counts as shown.
 */
export async function directoryPage(
  services: Services,
  path: string,
  query: URLSearchParams,
): Promise<Answer<{ page: DirectoryPage }>> {
  const found = await listOfPage(services, path, query);
  if (found === "missing" || "movedTo" in found) return found;
  const { says, contents, topic, asked, shown, near } = found;
  const own = new Set(shown.map(({ number }) => number));
  // A filtered list has its own distance filter, which the neighbours would ignore.
  const all = [...shown, ...(says.is_filtered ? [] : near)];
  // All data of the lists is read from one state of the contents, before the cards.
  const page = {
    ...says,
    is_indexed: countOf(contents, topic) >= INDEXED_FROM,
    crumbs: crumbsOf(topic, contents),
    links: linksOf(contents, topic),
  };
  const at = all.map((one) => ({ one, km: kilometres(contents, topic, one.place) }));
  const cards = await readPublicly(services, cardReader(contents, topic, at, asked.coverages));
  const cardShown = ({ card }: (typeof cards)[number]) => shownToOthers(services, card);
  contents.showings.count(cards.map(({ number }) => number));
  return {
    page: {
      ...page,
      items: cards.filter(({ number }) => own.has(number)).map(cardShown),
      near: cards.filter(({ number }) => !own.has(number)).map(cardShown),
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
  query: z.string().max(1_500).default(""),
});
