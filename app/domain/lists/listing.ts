import { z } from "zod";
import { writtenForms } from "../profiles/phone.ts";
import { fold } from "../../shared/text/fold.ts";
import { type AnyOrder, ORDERS, SEARCH_MAX } from "./search-and-order.ts";

/** The input of a searchable list: the search words, the order by age, and the last id of the previous page. */
export const Listing = z.object({
  search: z.string().trim().max(SEARCH_MAX, `Máximo ${SEARCH_MAX} caracteres`).nullish(),
  order: z.enum(ORDERS).default("newest"),
  after: z.uuid().nullish(),
});
export type Listing = z.output<typeof Listing>;

/** The input of a list with further orders. Search results are ordered by age, newest first unless "oldest". */
export const listingIn = <Orders extends readonly [AnyOrder, ...AnyOrder[]]>(orders: Orders) =>
  Listing.extend({ order: z.enum(orders).default("newest" as Orders[number]) });

/** The listing by age, and the column to order by if `order` names one; a search has no such column. */
export function byAge<Order extends AnyOrder>(listing: Omit<Listing, "order"> & { order: Order }) {
  const isByAge = listing.order === "newest" || listing.order === "oldest";
  const age: Listing = { ...listing, order: listing.order === "oldest" ? "oldest" : "newest" };
  const column =
    isByAge || toTsQuery(listing.search) !== null ? null : (listing.order as Exclude<Order, "newest" | "oldest">);
  return { listing: age, column };
}

/** The input of a list that is always newest first: the last id of the previous page, or nothing for the first page. */
export const Cursor = z.object({ before: z.uuid().nullish() }).default({});
export type Cursor = z.output<typeof Cursor>;

/** A search of at least this many digits and no letters is a phone number. */
const PHONE_DIGITS = 4;

/** No lexeme is longer; the database cuts the words of its rows there too. */
const WORD_MAX = 250;

/**
 * A search as a tsquery, null when it is empty: words as prefixes, or the digits of a phone, however grouped, with or without the country
 * code. A word with an apostrophe is found in its parts or joined.
 */
export function toTsQuery(search: string | null | undefined): string | null {
  const groups = fold(search ?? "")
    .split(/[^\p{L}\p{N}']+/u)
    .map((group) => group.split("'").filter((part) => part !== ""))
    .filter((parts) => parts.length > 0);
  if (groups.length === 0) return null;
  const all = groups.map(either).join(" & ");
  const digits = groups.flat().join("");
  if (digits.length < PHONE_DIGITS || !/^\d+$/.test(digits)) return all;
  const { whole, begun } = writtenForms(search ?? "");
  // Whole numbers as they are: of words that may go on the planner expects so many rows that it would read the table.
  const numbers = whole.length > 0 ? whole.map((word) => `'${word}'`) : [digits, ...begun].map(begins);
  return [`(${all})`, ...numbers].join(" | ");
}

const begins = (word: string) => `'${word.slice(0, WORD_MAX)}':*`;
const either = (parts: string[]) =>
  parts.length === 1 ? begins(parts[0] ?? "") : `((${parts.map(begins).join(" & ")}) | ${begins(parts.join(""))})`;
