import { z } from "zod";

/** What admins see for the first time, each on their own account. */
export const VIEWED_ENTITIES = ["application", "case", "patient", "review"] as const;
export type ViewedEntity = (typeof VIEWED_ENTITIES)[number];

/** How many unseen are told apart; from here on it is "99+". */
export const MOST_UNSEEN = 100;

/** How many can be marked in one call. */
export const MOST_MARKED = 500;

export const Seen = z.object({ entity_type: z.enum(VIEWED_ENTITIES), ids: z.array(z.uuid()).min(1).max(MOST_MARKED) });

/** "3", or "99+" from 100 on. */
export function formatUnseen(count: number): string {
  return count < MOST_UNSEEN ? String(count) : `${MOST_UNSEEN - 1}+`;
}
