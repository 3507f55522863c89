import { z } from "zod";
import type { ApprovalStatus } from "../accounts/account.ts";
import type { CaseStatus } from "../cases/case.ts";

export const ORDERS = ["newest", "oldest"] as const;
export type Order = (typeof ORDERS)[number];
export const ORDER_LABELS: Record<Order, string> = { newest: "Más nuevos", oldest: "Más antiguos" };

export const SEARCH_MAX = 80;

/** What every list of the admin takes: words to find, the order by age, and the id that ended the page before. */
export const Listing = z.object({
  search: z.string().trim().max(SEARCH_MAX, `Máximo ${SEARCH_MAX} caracteres`).nullish(),
  order: z.enum(ORDERS).default("newest"),
  after: z.uuid().nullish(),
});
export type Listing = z.output<typeof Listing>;

export const CASE_STATUSES = ["open", "matched", "closed"] as const;
export const CASE_STATUS_LABELS_FOR_ADMIN: Record<CaseStatus, string> = {
  open: "Abierto",
  matched: "Asignado",
  closed: "Cerrado",
};

export const APPROVAL_STATUSES = ["pending", "approved", "rejected"] as const;
export const APPROVAL_FILTER_LABELS: Record<ApprovalStatus, string> = {
  pending: "Pendientes",
  approved: "Aprobados",
  rejected: "Rechazados",
};

export const STARS = ["1", "2", "3", "4", "5"] as const;

/** The words of a search as the database compares them, each standing for what begins with it; null where there are none. */
export function wordsSought(search: string | null | undefined): string | null {
  const plain = (search ?? "").normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 ? words.map((word) => `${word}:*`).join(" & ") : null;
}
