/** What admins promise to decide in time. */
export const PROMISES = ["requests", "licences", "reports", "disputes"] as const;
export type Promised = (typeof PROMISES)[number];
/** How many weeks show what came in beside what was decided. */
export const SHOWN_WEEKS = 8;
/** The latest decisions that are measured, and the most that are counted of what waits. */
export const [DECIDED, MOST_COUNTED] = [30, 20];

export const PROMISE_WORDS: Record<Promised, { name: string; path: string }> = {
  requests: { name: "Solicitudes", path: "applications" },
  reports: { name: "Denuncias", path: "reports" },
  licences: { name: "Matrículas", path: "licences" },
  disputes: { name: "Disputas", path: "disputes" },
};
