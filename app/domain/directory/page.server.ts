import { z } from "zod";
import { anyone } from "../../api/guards.server.ts";
import type { Services } from "../../api/services.server.ts";
import { readPublicly } from "../../platform/database/replica.server.ts";
import { AppError } from "../../shared/errors.ts";
import { pathOf, type Topic, topicIn } from "./addresses.ts";
import { Card, cardsOf } from "./cards.server.ts";
import { directoryCopy } from "./copy.server.ts";
import { Facet, facetsOf, ordersOf } from "./facets.server.ts";
import { askedIn, isFiltered, PAGE_SIZE, queryOf } from "./query.ts";
import { neighboursOf, search } from "./search.server.ts";
import { countOf, crumbsOf, headingOf, INDEXED_FROM, linksOf } from "./topics.server.ts";

const Crumb = z.strictObject({ name: z.string(), path: z.string() });

const DirectoryPage = z.strictObject({
  heading: z.string(),
  path: z.string(),
  /** Whether search engines are to list it. */
  is_indexed: z.boolean(),
  is_filtered: z.boolean(),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  items: z.array(Card),
  /** Specialists near a place that has few. */
  near: z.array(Card),
  facets: z.array(Facet),
  orders: z.array(z.strictObject({ value: z.string(), label: z.string() })),
  order: z.string(),
  crumbs: z.array(Crumb),
  links: z.array(z.strictObject({ title: z.string(), links: z.array(Crumb.extend({ count: z.int() })) })),
});
type DirectoryPage = z.output<typeof DirectoryPage>;

const NEIGHBOURS = 6;
const DAY_MS = 86_400_000;

/** A page, the address that it has now, or that there is none. */
type Answer = { page: DirectoryPage } | { movedTo: string } | "missing";

/** Reads the page of a path and query, "/kinesiologos/caba/palermo" and "?pagina=2": two statements. */
export async function directoryPage(services: Services, path: string, query: URLSearchParams): Promise<Answer> {
  const contents = await services.copies.of(directoryCopy).read();
  const placeOf = (slug: string) => contents.places.get(slug);
  const asked = askedIn(query);
  const topic = topicIn(path, placeOf);
  if (!topic || !asked) return "missing";
  const now = pathOf(topic, placeOf);
  if (now !== path || query.get("pagina") === "1") return { movedTo: `${now}${queryOf(asked)}` };
  const count = countOf(contents, topic);
  const isThin = count < INDEXED_FROM;
  const near = isThin ? neighboursOf(contents, topic, NEIGHBOURS) : [];
  if (count === 0 && near.length === 0 && topic.area.kind !== "country") return "missing";
  const { list, counts } = search(contents, topic, asked, dayOf(services));
  const from = (asked.page - 1) * PAGE_SIZE;
  if (asked.page > 1 && from >= list.length) return "missing";
  const shown = list.slice(from, from + PAGE_SIZE).map((one) => ({ one, km: kilometres(topic, one.place) }));
  const cards = await readPublicly(services, ({ db }) => cardsOf(db, contents, [...shown, ...near], asked.coverages));
  const own = new Set(shown.map(({ one }) => one.number));
  const isFilteredList = isFiltered(asked);
  function kilometres({ area }: Topic, place: string | null): number {
    if (area.kind !== "place" && area.kind !== "home") return 0;
    return contents.near(area.place).find((each) => each.place.slug === place)?.km ?? 0;
  }
  const items = cards.filter(({ number }) => own.has(number));
  return {
    page: {
      heading: headingOf(topic, contents),
      path,
      is_indexed: !isThin && !isFilteredList,
      is_filtered: isFilteredList,
      total: list.length,
      page: asked.page,
      pages: Math.max(1, Math.ceil(list.length / PAGE_SIZE)),
      items: items.map(({ card }) => card),
      near: cards.filter(({ number }) => !own.has(number)).map(({ card }) => card),
      facets: facetsOf(contents, topic, asked, counts),
      orders: ordersOf(topic),
      order: asked.order === "recomendado" ? "" : asked.order,
      crumbs: crumbsOf(topic, contents),
      links: linksOf(contents, topic),
    },
  };
}

/** The day in Buenos Aires, by which newcomers take turns. */
const dayOf = ({ clock }: Services) => Math.floor((clock.now() - 3 * 3_600_000) / DAY_MS);

const Address = z.object({
  path: z.string().max(200).default("/kinesiologos"),
  query: z.string().max(500).default(""),
});

/** A page of the public directory by its address. */
export const page = anyone
  .meta({ summary: "Returns a page of the public directory by its address.", refuses: ["NOT_FOUND"] })
  .input(Address)
  .output(DirectoryPage)
  .handler(async ({ input: { path, query }, context: { services } }) => {
    const answer = await directoryPage(services, path, new URLSearchParams(query));
    if (answer === "missing" || !("page" in answer)) throw new AppError("NOT_FOUND");
    return answer.page;
  });
