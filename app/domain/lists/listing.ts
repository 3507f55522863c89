import { z } from "zod";

export const ORDERS = ["newest", "oldest"] as const;
export type Order = (typeof ORDERS)[number];
export const ORDER_LABELS: Record<Order, string> = { newest: "Más nuevos", oldest: "Más antiguos" };

export const SEARCH_MAX = 80;

/** What a list with a search takes: words to find, the order by age, and the id that ended the page before. */
export const Listing = z.object({
  search: z.string().trim().max(SEARCH_MAX, `Máximo ${SEARCH_MAX} caracteres`).nullish(),
  order: z.enum(ORDERS).default("newest"),
  after: z.uuid().nullish(),
});
export type Listing = z.output<typeof Listing>;

/** What a list that is always newest first takes: the id that ended the page before; the first page needs nothing. */
export const Cursor = z.object({ before: z.uuid().nullish() }).default({});
export type Cursor = z.output<typeof Cursor>;

/** From how many digits on a search without letters is a phone's. */
const PHONE_DIGITS = 4;
/** The digits of a phone within the country. */
const NATIONAL_DIGITS = 10;

/**
 * A search as the database compares it, null where there is nothing to find: words, each standing for what begins with it,
 * or the digits of a phone, however they are parted, with the country's code or without.
 */
export function toTsQuery(search: string | null | undefined): string | null {
  const plain = (search ?? "").normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return null;
  const all = words.map((word) => `${word}:*`).join(" & ");
  const digits = words.join("");
  if (digits.length < PHONE_DIGITS || !/^\d+$/.test(digits)) return all;
  return [...new Set([words.length > 1 ? `(${all})` : all, `${digits}:*`, `${digits.slice(-NATIONAL_DIGITS)}:*`])].join(" | ");
}
