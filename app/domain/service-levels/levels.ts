/** The rings of places around a case, by the distance in km that each reaches; the first is the case's own place. */
export const RING_KM = [0, 5, 15, 50] as const;
export const MOST_RINGS = RING_KM.length;
/** The rings that a case reaches by the clock where there are specialists; only the patient can request the last ring. */
const RINGS_BY_CLOCK = MOST_RINGS - 1;
/** The specialists whom a patient may invite to one case. */
export const MOST_INVITED = 3;
/** A patient invites the same specialist once in so many days, whatever the case. */
export const DAYS_BETWEEN_INVITATIONS = 7;

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** The time after a yes until the patient is asked again. */
const ASK_AGAIN_S = 30 * DAY_S;

/** The settings that time the levels of a case. */
export type CaseTimes = Record<
  "next_ring_hours" | "patient_told_hours" | "operator_told_hours" | "still_looking_days" | "dormant_days",
  number
>;

/** A case as its levels see it. Times are in seconds ago. */
export type CaseState = {
  age_s: number;
  has_application: boolean;
  /** The last ring of places whose specialists were notified; 0: no ring yet. */
  ring: number;
  is_quiet_told: boolean;
  is_operator_told: boolean;
  /** Since the patient was last asked whether they still look. */
  asked_s: number | null;
  answered_s: number | null;
};

/** What is to be done for a case now, and after how many seconds to look again. */
export type CaseDue = {
  /** The ring of places up to which specialists are notified. */
  ring: number | null;
  quiet: "tell" | "pass" | null;
  operator: boolean;
  ask: boolean;
  sleep: boolean;
  next_s: number;
};

/**
 * The levels of an open case that are due. A level that was missed during an outage is skipped where a later one says more: nobody is
 * notified that a day went by when a week has.
 */
export function dueEscalations(state: CaseState, times: CaseTimes): CaseDue {
  const { age_s, has_application, asked_s, answered_s } = state;
  const ring_s = times.next_ring_hours * HOUR_S;
  const quiet_s = times.patient_told_hours * HOUR_S;
  const operator_s = times.operator_told_hours * HOUR_S;
  const ask_s = times.still_looking_days * DAY_S;
  const sleep_s = Math.max(DAY_S, times.dormant_days * DAY_S - ask_s);

  const isAskedAgain = answered_s !== null && answered_s >= ASK_AGAIN_S;
  const ask = age_s >= ask_s && (asked_s === null || isAskedAgain);
  const isUnanswered = asked_s !== null && answered_s === null;
  const sleep = isUnanswered && asked_s >= sleep_s;
  const reached = Math.min(RINGS_BY_CLOCK, Math.floor(age_s / ring_s) + 1);
  const isQuietDue = !has_application && !state.is_quiet_told && age_s >= quiet_s;
  const due = {
    ring: !has_application && !sleep && reached > state.ring ? reached : null,
    quiet: isQuietDue ? (age_s >= ask_s ? ("pass" as const) : ("tell" as const)) : null,
    operator: !has_application && !state.is_operator_told && !sleep && age_s >= operator_s,
    ask,
    sleep,
  };

  const later = [
    Math.max(state.ring, due.ring ?? 0) < RINGS_BY_CLOCK && age_s < ring_s * (RINGS_BY_CLOCK - 1)
      ? ring_s * (Math.floor(age_s / ring_s) + 1) - age_s
      : null,
    quiet_s - age_s,
    operator_s - age_s,
    ask_s - age_s,
    ask ? sleep_s : isUnanswered ? sleep_s - asked_s : null,
    answered_s === null || ask ? null : ASK_AGAIN_S - answered_s,
  ].filter((seconds) => seconds !== null && seconds > 0) as number[];
  // Looks again within a day: a withdrawn application or a patient's return starts no clock of its own.
  return { ...due, next_s: Math.ceil(Math.min(DAY_S, ...later)) };
}

/** The settings that time the levels of an application. */
export type MatchTimes = Record<
  "reminder_hours" | "second_reminder_hours" | "unanswered_days" | "nobody_wrote_hours",
  number
>;

/** An application as its levels see it. Times are in seconds ago. */
export type MatchState = {
  status: "proposed" | "accepted" | "rejected";
  age_s: number;
  accepted_s: number | null;
  /** Since the patient was last reminded of an application to the same case. */
  reminded_s: number | null;
  is_first_told: boolean;
  is_second_told: boolean;
  is_kine_told: boolean;
  are_both_asked: boolean;
  /** The two agreed on a turno, or said that they did without the program. */
  have_coordinated: boolean;
};

/** What is to be done for an application now; `next_s` is null when nothing more is due before a decision. */
export type MatchDue = {
  /** A reminder is noted without being sent when the patient was reminded of the case within a day. */
  remind: "first" | "second" | null;
  isReminderSent: boolean;
  tellKine: boolean;
  askBoth: boolean;
  next_s: number | null;
};

/** The levels of an application that are due. */
export function dueOfMatch(state: MatchState, times: MatchTimes): MatchDue {
  const nothing = { remind: null, isReminderSent: false, tellKine: false, askBoth: false };
  if (state.status === "accepted") {
    const rest = times.nobody_wrote_hours * HOUR_S - (state.accepted_s ?? 0);
    if (state.are_both_asked || state.have_coordinated || state.accepted_s === null)
      return { ...nothing, next_s: null };
    return rest > 0 ? { ...nothing, next_s: Math.ceil(rest) } : { ...nothing, askBoth: true, next_s: null };
  }
  if (state.status === "rejected") return { ...nothing, next_s: null };
  const { age_s, is_first_told, is_second_told, is_kine_told } = state;
  const [first_s, second_s] = [times.reminder_hours * HOUR_S, times.second_reminder_hours * HOUR_S];
  const kine_s = times.unanswered_days * DAY_S;
  const remind =
    !is_second_told && age_s >= second_s
      ? "second"
      : !is_first_told && !is_second_told && age_s >= first_s
        ? "first"
        : null;
  const later = [
    is_first_told || remind ? null : first_s,
    is_second_told || remind === "second" ? null : second_s,
    is_kine_told ? null : kine_s,
  ]
    .filter((at) => at !== null)
    .map((at) => at - age_s)
    .filter((seconds) => seconds > 0);
  return {
    remind,
    isReminderSent: remind !== null && (state.reminded_s === null || state.reminded_s >= DAY_S),
    tellKine: !is_kine_told && age_s >= kine_s,
    askBoth: false,
    next_s: later.length > 0 ? Math.ceil(Math.min(...later)) : null,
  };
}
