import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/database.server.ts";
import { type Prepared, prepared } from "../../platform/database/prepared-statements.server.ts";
import { type Listing, toTsQuery } from "./listing.ts";
import { anyRow, asPage, directionOf, isFull, isOnPage } from "./pages.server.ts";

/** The number of rows scanned before the full-text index is used (`near`), and the most scanned for one page (`far`). */
type Reaches = { near: number; far: number; /** The most matches that are read by their ids. */ few: number };
const REACHES: Reaches = { near: 2_000, far: 25_000, few: 1_000 };

/** The rows from which a page of a search is read: those that match as far as `end`, or those with the ids. */
type Reach =
  | { words: string; ids: null; end: string | null; besides: Search<unknown>["besides"] }
  | { words: string; ids: string[] };

/** The condition that a row of the searched table is within reach, by its alias and the column that orders the list. */
export type Within = (row: string, orderedBy: string) => RawBuilder<boolean>;

type Query<Row> = { compile(): CompiledQuery<Row>; execute(): Promise<Row[]> };

type Search<Row> = {
  /** The table whose full-text index is searched. */
  table: "cases" | "profiles";
  reaches?: Reaches;
  listing: Listing;
  /** The list as a query of its ids, which bounds the range that one page scans, and the filter's column, if any. */
  ids: RawBuilder<{ id: string }>;
  filter?: string | null;
  /** Rows of the table that a search finds without its words: by a condition on a row, and all of them by their ids. */
  besides?: { has: (row: string) => RawBuilder<boolean>; ids: RawBuilder<{ id: string }> } | null;
  /** The list's name with its filter's value: together with the listing they determine the query. */
  name: string;
  /**
   * The query of a page, in the order and from the cursor of `listing`. `ids` are the matches when they are read by id; lists of another
   * table than the searched one use them.
   */
  read: (within: Within, ids: string[] | null, listing: Listing) => Query<Row>;
};

/**
 * A page of a searched list. The full-text index is not in the list's order, and the list's index does not know the words. So common words
 * are found by a short scan in list order, and rare ones by the full-text index. For anything in between each page scans a bounded range;
 * such a page may hold fewer rows, or none, and still have a next cursor.
 */
export async function searchedPage<Row extends { id: string }>(db: Database, search: Search<Row>) {
  const { table, reaches: { near, far, few } = REACHES, listing, read, besides } = search;
  const words = toTsQuery(listing.search);
  if (words === null) {
    return asPage(await wholeList(search).all(db, { after: listing.after ?? undefined }));
  }
  const readWithin = (reach: Reach) =>
    read((row, orderedBy) => isWithin(reach, listing, row, orderedBy), reach.ids, listing).execute();

  const nearEnd = await endAfter(db, near, search);
  const rows = await readWithin({ words, ids: null, end: nearEnd, besides });
  if (isFull(rows) || nearEnd === null) return asPage(rows);

  const finds = await sql<{ id: string }>`
    (select t.id from ${sql.table(table)} t where ${hasWords("t", words)} limit ${few + 1})
    ${besides ? sql`union (${besides.ids} limit ${few + 1})` : sql``}`.execute(db);
  if (finds.rows.length <= few) return asPage(await readWithin({ words, ids: finds.rows.map(({ id }) => id) }));

  const end = await endAfter(db, far, search);
  return asPage(await readWithin({ words, ids: null, end, besides }), end);
}

type Sorted<Row> = {
  /** The list's name with its filter's value and its order: together they determine the query. */
  name: string;
  after: string | null | undefined;
  read: (after: string | undefined) => Query<Row>;
};

/** A page of an unsearched list in the order of a column. */
export async function sortedPage<Row extends { id: string }>(db: Database, { name, after, read }: Sorted<Row>) {
  const key = `by ${name}`;
  const page =
    wholeLists.get(key) ??
    prepared(key, (_, given: { after?: string | undefined }) => read(given.after) as Query<never>);
  wholeLists.set(key, page);
  return asPage(
    await (page as unknown as Prepared<{ after?: string | undefined }, Row>).all(db, { after: after ?? undefined }),
  );
}

/** The prepared statements of unsearched lists, one for each list, filter and order. */
const wholeLists = new Map<string, Prepared<{ after?: string | undefined }, never>>();
function wholeList<Row>({ name, listing, read }: Pick<Search<Row>, "name" | "listing" | "read">) {
  const key = `${name} ${listing.order}`;
  const page =
    wholeLists.get(key) ??
    prepared(
      key,
      (_, { after }: { after?: string | undefined }) =>
        read(() => anyRow, null, { ...listing, after: after ?? null }) as Query<never>,
    );
  wholeLists.set(key, page);
  return page as unknown as Prepared<{ after?: string | undefined }, Row>;
}

/** The id of the row `count` rows after the start of the page, or null when the list ends earlier. */
async function endAfter(
  db: Database,
  count: number,
  { ids, filter, listing }: Pick<Search<unknown>, "ids" | "filter" | "listing">,
): Promise<string | null> {
  const direction = sql.raw(directionOf(listing));
  const first = filter ? sql`l.${sql.ref(filter)} ${direction},` : sql``;
  const { rows } = await sql<{ id: string }>`
    select l.id from (${ids}) l where ${isOnPage("l.id", listing)}
    order by ${first} l.id ${direction} offset ${count} limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

function isWithin(reach: Reach, { order }: Listing, row: string, orderedBy: string): RawBuilder<boolean> {
  if (reach.ids !== null) return sql<boolean>`${sql.ref(`${row}.id`)} = any(${reach.ids}::uuid[])`;
  // IS TRUE keeps PostgreSQL from using the full-text index: here the rows must come in the list's order.
  const also = reach.besides ? sql`or ${reach.besides.has(row)}` : sql``;
  const has = sql<boolean>`(${hasWords(row, reach.words)} ${also}) is true`;
  if (reach.end === null) return has;
  const isBefore = sql.raw(order === "newest" ? ">=" : "<=");
  return sql<boolean>`${has} and ${sql.ref(orderedBy)} ${isBefore} ${reach.end}::uuid`;
}

function hasWords(row: string, words: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${row}.search`)} @@ ${words}::tsquery`;
}
