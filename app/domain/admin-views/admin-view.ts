/** The kinds of items whose first view is recorded for each admin. */
export const VIEWED_ENTITIES = ["application", "case", "patient", "review"] as const;
export type ViewedEntity = (typeof VIEWED_ENTITIES)[number];

/** The count limit of unseen items; from here on the badge shows "99+". */
export const MOST_UNSEEN = 100;

/** The most ids per call. */
export const MOST_MARKED = 500;

/** "3", or "99+" from 100 on. */
export function formatUnseen(count: number): string {
  return count < MOST_UNSEEN ? String(count) : `${MOST_UNSEEN - 1}+`;
}
