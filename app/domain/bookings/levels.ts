/** A booking when its job runs. Every `…_s` is the seconds until a time, negative once it is past, by PostgreSQL's clock. */
export type BookingNow = {
  state: "requested" | "confirmed";
  is_proposed: boolean;
  /** Until when the open question stands; null without one. */
  answer_s: number | null;
  starts_s: number;
  /** Up to when what is below was settled. */
  settled_s: number;
  /** The patient's reminder of the next day and of the next hours, which knows their quiet hours. */
  day_s: number;
  soon_s: number;
  /** The specialist's list of the next day, and the question whether everybody came. */
  list_s: number;
  marks_s: number;
  keeps: boolean;
  is_suspended: boolean;
};

const LEVELS = ["day", "soon", "list", "marks"] as const;
export type Level = (typeof LEVELS)[number];

export type DueOfBooking = {
  /** What becomes of it: a request or a proposal that nobody answered, or the end of a right. */
  end: "lapse" | "drop proposal" | "cancel" | null;
  tell: readonly Level[];
  /** The seconds until the next look; null when nothing is left. */
  next_s: number | null;
};

const DAY_S = 86_400;

/** What is due of a booking now. A reminder of a time that is past is never due, and none of what was settled is due again. */
export function dueOfBooking(now: BookingNow): DueOfBooking {
  const { state, answer_s, starts_s, keeps, is_suspended } = now;
  const isAhead = starts_s > 0;
  if (isAhead && (!keeps || (is_suspended && starts_s <= DAY_S))) return { end: "cancel", tell: [], next_s: null };
  const isOver = answer_s !== null && answer_s <= 0;
  if (state === "requested")
    return isOver ? { end: "lapse", tell: [], next_s: null } : { end: null, tell: [], next_s: answer_s };
  const at: Record<Level, number> = { day: now.day_s, soon: now.soon_s, list: now.list_s, marks: now.marks_s };
  const tell = LEVELS.filter((level) => at[level] <= 0 && at[level] > now.settled_s && (level === "marks" || isAhead));
  const ahead = [...Object.values(at), ...(isOver ? [] : [answer_s]), ...(is_suspended ? [starts_s - DAY_S] : [])];
  const next = ahead.filter((seconds) => seconds !== null && seconds > 0);
  return {
    end: isOver ? "drop proposal" : null,
    tell,
    next_s: next.length > 0 ? Math.min(...(next as number[])) : null,
  };
}
