import { type RawBuilder, type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Profiles } from "../../../db/types.ts";
import type { Listing } from "./listing.ts";

/** The number of rows per page. */
const PAGE = 20;
/** The rows to read for a page: one more shows that there is a next page. */
export const PAGE_AND_ONE = PAGE + 1;

/** A condition that every row meets. */
export const anyRow = sql<boolean>`true`;

export const directionOf = ({ order }: Pick<Listing, "order">) => (order === "newest" ? "desc" : "asc");

/** The condition that a row follows the cursor, by the column that orders the list. */
export function isOnPage(column: string, { order, after }: Pick<Listing, "order" | "after">): RawBuilder<boolean> {
  if (!after) return anyRow;
  return order === "newest"
    ? sql<boolean>`${sql.ref(column)} < ${after}::uuid`
    : sql<boolean>`${sql.ref(column)} > ${after}::uuid`;
}

/**
 * The condition that rows have one value of a filter. The list must be ordered by the filter's column and then by id: only the index on
 * both gives that order. With `=` PostgreSQL might read by id instead, past all rows with other values.
 */
export function isFiltered(column: string, type: string, value: unknown): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(array[${value}]::${sql.raw(type)}[])`;
}

/** A user by the id in a column: OFFSET 0 forces a lookup for each, where a join might scan all users in order. */
export function personOf(
  column: "m.kine_id" | "r.user_id" | "r.patient_id" | "r.kine_id" | "kc.kine_id" | "d.kine_id",
) {
  return sql<Selectable<Profiles>>`(select * from profiles where id = ${sql.ref(column)} offset 0)`;
}

type ColumnOrdered = {
  /** The column to order by, and the id of its rows; an index must begin with both, after the filter. */
  by: RawBuilder<unknown>;
  id: string;
  isDown: boolean;
  /** The last id of the previous page, and the query of its column, up to the id: "select … from … where id". */
  after: string | undefined;
  place: RawBuilder<unknown>;
};

/** A page in the order of a column and then of the id: the condition that rows follow the cursor, and the order. */
export function inColumnOrder({ by, id, isDown, after, place }: ColumnOrdered) {
  const direction = sql.raw(isDown ? "desc" : "asc");
  const follows = sql.raw(isDown ? "<" : ">");
  return {
    // Both values of the cursor come from one row, so that the index is entered once.
    isOnPage: after ? sql<boolean>`(${by}, ${sql.ref(id)}) ${follows} (${place} = ${after}::uuid)` : anyRow,
    order: sql`${by} ${direction}, ${sql.ref(id)} ${direction}`,
  };
}

/** Whether a page is full and there is a next one. */
export const isFull = (rows: unknown[]) => rows.length > PAGE;

/** The output of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next: z.string().nullable() });

/** The rows of a page and the cursor of the next one, or null; `end` is where a search stopped looking. */
export function asPage<Row extends { id: string }>(
  rows: Row[],
  end: string | null = null,
): { items: Row[]; next: string | null } {
  const items = rows.slice(0, PAGE);
  return { items, next: isFull(rows) ? (items.at(-1)?.id ?? null) : end };
}
