const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;
/** A measure is asked for after so many sessions, or so long, since the last one or the last question. */
const SESSIONS = 5;
const EVERY_S = 14 * DAY_S;
/** Without a session for so long nobody is asked along the treatment; after so long past its end, once more. */
const MONTH_S = 30 * DAY_S;

/** A case as its measures see it. Times are in seconds ago; null for what has not happened. */
export type MeasureState = {
  /** Since the acceptance. */
  accepted_s: number;
  /** Since the last measure that the patient took themselves. */
  measured_s: number | null;
  asked_s: number | null;
  /** Since the last held session. */
  session_s: number | null;
  /** The sessions held since the last measure or question. */
  held: number;
  /** Since the end of the treatment. */
  ended_s: number | null;
};

/** Whether the patient is asked now how they are, and after how many seconds to look again; null when only an act changes anything. */
export type MeasureDue = { ask: boolean; next_s: number | null };

const least = (...times: readonly (number | null)[]) => Math.min(...times.flatMap((time) => time ?? []));

/** When the patient is asked: along the treatment, at its end and a month later, once a week at most. */
export function dueOfMeasure(state: MeasureState): MeasureDue {
  const { accepted_s, measured_s, asked_s, session_s, held, ended_s } = state;
  const rest_s = WEEK_S - least(measured_s, asked_s);
  const now = (due: boolean, later: number | null): MeasureDue => {
    if (due && rest_s > 0) return { ask: false, next_s: Math.ceil(rest_s) };
    return { ask: due, next_s: later === null ? null : Math.ceil(later) };
  };
  if (ended_s === null) {
    const since_s = least(accepted_s, measured_s, asked_s);
    if (least(accepted_s, session_s) >= MONTH_S) return { ask: false, next_s: null };
    const isDue = held >= SESSIONS || since_s >= EVERY_S;
    return now(isDue, isDue ? EVERY_S : EVERY_S - since_s);
  }
  const since = (start_s: number) => least(measured_s, asked_s) > start_s;
  if (ended_s < MONTH_S) return now(since(ended_s), MONTH_S - ended_s);
  const after_s = ended_s - MONTH_S;
  return after_s < MONTH_S ? now(since(after_s), null) : { ask: false, next_s: null };
}
