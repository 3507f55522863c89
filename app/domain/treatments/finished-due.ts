const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;
const MONTH_S = 30 * DAY_S;

/** A treatment as "¿Terminaste?" sees it. Times are in seconds ago; null for what has not happened. */
export type FinishedState = {
  accepted_s: number;
  /** Since the last session that was held, or that nobody marked. */
  passed_s: number | null;
  /** Sessions of a plan, or of the accepted offer, are left. */
  is_planned: boolean;
  /** Since the end of the treatment. */
  ended_s: number | null;
  has_ahead: boolean;
  finished_asked_s: number | null;
  finished_answered_s: number | null;
};

/**
 * Whether the patient is asked now if they finished, and after how many seconds to look again: a week after their last session when none is planned,
 * else after 30 days without sessions; once for each pause. After a no 30 days count, until there is another session.
 */
export function dueOfFinished(state: FinishedState): { ask: boolean; next_s: number | null } {
  const {
    accepted_s,
    passed_s,
    is_planned,
    ended_s,
    has_ahead,
    finished_asked_s: asked_s,
    finished_answered_s: answered_s,
  } = state;
  if (ended_s !== null) return { ask: false, next_s: null };
  const wasHeldSince = passed_s !== null && asked_s !== null && passed_s < asked_s;
  if (asked_s !== null && answered_s === null && !wasHeldSince) return { ask: false, next_s: null };
  const idle_s = Math.min(accepted_s, passed_s ?? Infinity, answered_s ?? Infinity);
  const pause_s = idle_s === passed_s && !is_planned ? WEEK_S : MONTH_S;
  if (idle_s < pause_s) return { ask: false, next_s: Math.ceil(pause_s - idle_s) };
  return has_ahead ? { ask: false, next_s: DAY_S } : { ask: true, next_s: null };
}
