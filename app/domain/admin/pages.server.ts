import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../server/database.server.ts";
import { type Listing, wordsSought } from "./listing.ts";

const PAGE = 20;
/** Rows to read for a page: one more tells that there is a next one. */
export const PAGE_AND_ONE = PAGE + 1;

/** Up to how many finds of a search are named by their ids. */
const FEW = 1000;

/** The condition that every row meets. */
export const anyRow = sql<boolean>`true`;

export const directionOf = ({ order }: Pick<Listing, "order">) => (order === "newest" ? "desc" : "asc");

/** The condition that a row lies on the page asked for, by the column that orders the list. */
export function isOnPage(column: string, { order, after }: Pick<Listing, "order" | "after">): RawBuilder<boolean> {
  if (!after) return anyRow;
  return order === "newest"
    ? sql<boolean>`${sql.ref(column)} < ${after}::uuid`
    : sql<boolean>`${sql.ref(column)} > ${after}::uuid`;
}

/** The text that is searched in a row, as the search index of its table has it. */
const searchedText = {
  cases: (row: string) => sql`${sql.ref(`${row}.title`)}`,
  profiles: (row: string) => sql`${sql.ref(`${row}.name`)} || ' ' || ${sql.ref(`${row}.email`)}`,
};
type Searched = keyof typeof searchedText;

/** What a search finds in a table: the ids when they are few, every row when nothing is sought. */
export type Found = { table: Searched; words: string; ids: string[] | null } | "every row";

/**
 * Looks a search up in the index of a table. PostgreSQL cannot tell a rare word from a common one and would look for
 * either by the order of the list, reading all of it for the rare: so few finds are named by id, many are come upon.
 */
export async function find(db: Database, table: Searched, search: Listing["search"]): Promise<Found> {
  const words = wordsSought(search);
  if (words === null) return "every row";
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(table)} t where ${hasWords(table, "t", words)} limit ${FEW + 1}`.execute(db);
  return { table, words, ids: rows.length > FEW ? null : rows.map(({ id }) => id) };
}

/** The condition that a row (by the alias of its table) is among those found; `id` is the column that names it. */
export function isFound(found: Found, row: string, id = `${row}.id`): RawBuilder<boolean> {
  if (found === "every row") return anyRow;
  if (found.ids === null) return hasWords(found.table, row, found.words);
  return sql<boolean>`${sql.ref(id)} = any(${found.ids}::uuid[])`;
}

function hasWords(table: Searched, row: string, words: string): RawBuilder<boolean> {
  return sql<boolean>`search_words(${searchedText[table](row)}) @@ to_tsquery('simple', ${words})`;
}

/** The rows of a page and the id to ask the next one with, or null. */
export function asPage<Row extends { id: string }>(rows: Row[]): { items: Row[]; next: string | null } {
  const items = rows.slice(0, PAGE);
  return { items, next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
}
