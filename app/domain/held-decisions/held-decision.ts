/** How long a decision can be undone, and its notice is shown (ms). */
export const UNDO_MS = 8_000;
