const DAY_S = 86_400;
const MONTH_S = 30 * DAY_S;

/** A treatment as "¿Terminaste?" sees it. Times are in seconds ago; null for what has not happened. */
export type FinishedState = {
  accepted_s: number;
  /** Since the last held session. */
  session_s: number | null;
  /** Since the end of the treatment. */
  ended_s: number | null;
  has_ahead: boolean;
  finished_asked_s: number | null;
  finished_answered_s: number | null;
};

/** Whether the patient is asked now if they finished, and after how many seconds to look again: after 30 days without sessions, once for each pause. */
export function dueOfFinished(state: FinishedState): { ask: boolean; next_s: number | null } {
  const {
    accepted_s,
    session_s,
    ended_s,
    has_ahead,
    finished_asked_s: asked_s,
    finished_answered_s: answered_s,
  } = state;
  if (ended_s !== null) return { ask: false, next_s: null };
  const wasHeldSince = session_s !== null && asked_s !== null && session_s < asked_s;
  if (asked_s !== null && answered_s === null && !wasHeldSince) return { ask: false, next_s: null };
  const idle_s = Math.min(accepted_s, session_s ?? Infinity, answered_s ?? Infinity);
  if (idle_s < MONTH_S) return { ask: false, next_s: Math.ceil(MONTH_S - idle_s) };
  return has_ahead ? { ask: false, next_s: DAY_S } : { ask: true, next_s: null };
}
