/** A stretch of time in minutes since 1970, up to and without its end. */
type Span = { from: number; until: number };

export type PlaceFacts = {
  id: string;
  modality: "consultorio" | "domicilio" | "online";
  session_min: number;
  buffer_min: number;
  travel_min: number;
  seats: number;
  /** How long a booking is that was made while the place's sessions had another length; its times begin where the others do. */
  minutes?: number;
};

/**
 * Hours of attention of one day, converted by PostgreSQL. `day` and `start_time` are wall time; `minutes` is their length on the wall's clock.
 * Extra hours hold on holidays too. `place_id` is the one place that is attended then, null for all.
 */
type OpenRange = Span & {
  day: string;
  start_time: string;
  minutes: number;
  is_extra: boolean;
  place_id: string | null;
};

/** What decides which times of an agenda are free. All instants are minutes since 1970. */
export type AgendaFacts = {
  lead_min: number;
  /** The first instant that is too far ahead. */
  horizon: number;
  places: PlaceFacts[];
  ranges: OpenRange[];
  /** What is closed although it is within the hours. */
  closed: (Span & { is_holiday: boolean })[];
  claims: (Span & { place_id: string; seat: number })[];
};

export type SlotState = "free" | "taken" | "holiday" | "closed";
export type Slot = { place_id: string; at: number; local_start: string };

const overlap = (one: Span, other: Span) => one.from < other.until && other.from < one.until;

/** The minutes that this place needs between two sessions. */
const gapOf = ({ buffer_min, travel_min }: PlaceFacts) => Math.max(buffer_min, travel_min);

/** How long a session is of which the place is asked for. */
const lengthOf = ({ minutes, session_min }: PlaceFacts) => minutes ?? session_min;

/** "2026-12-03T18:00", some minutes after a wall time of that day. */
export function wallTime(day: string, start_time: string, minutes: number): string {
  const [hours = 0, past = 0] = start_time.split(":").map(Number);
  const time = hours * 60 + past + minutes;
  return `${day}T${String(Math.trunc(time / 60)).padStart(2, "0")}:${String(time % 60).padStart(2, "0")}`;
}

/** A place with what of an agenda's facts decides its times: worked out once, since an agenda is asked for some hundred times at once. */
type PlaceTimes = {
  place: PlaceFacts;
  length: number;
  step: number;
  /** The hours in which the place is attended. */
  ranges: OpenRange[];
  closed: AgendaFacts["closed"];
  /** With the minutes that must lie between the claim and a session of the place. */
  claims: (AgendaFacts["claims"][number] & { gap: number })[];
};

function timesOf({ places, ranges, closed, claims }: AgendaFacts, place: PlaceFacts): PlaceTimes {
  const gaps = new Map(places.map((each) => [each.id, gapOf(each)]));
  // People who share a room follow each other without a gap of their own: the gap is between rooms, and between those who come one by one.
  const gapTo = (other: string) =>
    other === place.id && place.seats > 1 ? 0 : Math.max(gapOf(place), gaps.get(other) ?? 0);
  return {
    place,
    length: lengthOf(place),
    step: place.session_min + gapOf(place),
    ranges: ranges.filter(({ place_id }) => place_id === null || place_id === place.id),
    closed,
    claims: claims.map((claim) => ({ ...claim, gap: gapTo(claim.place_id) })),
  };
}

/** What of it may bear on a time within a stretch. */
const within = (times: PlaceTimes, span: Span): PlaceTimes => ({
  ...times,
  ranges: times.ranges.filter((range) => overlap(range, span)),
  closed: times.closed.filter((each) => overlap(each, span)),
  claims: times.claims.filter(({ from, until, gap }) => overlap({ from: from - gap, until: until + gap }, span)),
});

/** The lowest seat of a place without a claim in a time, which is the one that the database takes; null when there is none. */
function freeSeat({ place, claims }: PlaceTimes, span: Span): number | null {
  const met = claims.filter((claim) => overlap(claim, span));
  if (met.some(({ place_id }) => place_id !== place.id)) return null;
  for (let seat = 0; seat < place.seats; seat += 1) if (met.every((claim) => claim.seat !== seat)) return seat;
  return null;
}

/**
 * Whether a patient may have a place at a time, and why not. The one rule by which times are offered and accepted; the claims in the database
 * are the second wall. `isFar` lets a later session of a series lie beyond the horizon.
 */
export const slotState = (facts: AgendaFacts, now: number, place: PlaceFacts, at: number, isFar = false): SlotState =>
  stateAt(timesOf(facts, place), facts, now, at, isFar);

function stateAt(
  times: PlaceTimes,
  { lead_min, horizon }: AgendaFacts,
  now: number,
  at: number,
  isFar: boolean,
): SlotState {
  const { length, ranges, closed, claims } = times;
  const span = { from: at, until: at + length };
  if (at < now + lead_min || (!isFar && at >= horizon)) return "closed";
  const isExtra = ranges.some((range) => range.is_extra && range.from <= span.from && span.until <= range.until);
  const shut = closed.filter((each) => overlap(each, span) && !(each.is_holiday && isExtra));
  if (shut.length > 0) return shut.some(({ is_holiday }) => is_holiday) ? "holiday" : "closed";
  if (!ranges.some((range) => isOnGrid(range, times, at))) return "closed";
  if (freeSeat(times, span) === null) return "taken";
  const isNear = claims.some(
    ({ from, until, gap }) => gap > 0 && overlap({ from: from - gap, until: until + gap }, span),
  );
  return isNear ? "closed" : "free";
}

/** A range in which the clocks change has no wall times that could be promised. */
const isEven = ({ from, until, minutes }: OpenRange) => until - from === minutes;

/** Whether sessions of a place may begin at a time: from the start of each range, one after the other with the gap between them. */
function isOnGrid(range: OpenRange, { length, step }: PlaceTimes, at: number): boolean {
  const isWithin = range.from <= at && at + length <= range.until;
  return isWithin && isEven(range) && (at - range.from) % step === 0;
}

/** How many sessions of a place may begin within a range. */
const countOn = (range: OpenRange, { place, step }: PlaceTimes) =>
  isEven(range) ? Math.max(0, Math.floor((range.minutes - place.session_min) / step) + 1) : 0;

/** Every time of a place that a patient may ask for; one that two ranges offer comes twice. */
function slotsOf(facts: AgendaFacts, now: number, place: PlaceFacts, isFar: boolean): Slot[] {
  const times = timesOf(facts, place);
  return times.ranges.flatMap((range) => {
    const here = within(times, range);
    return Array.from({ length: countOn(range, times) }, (_, n) => n * times.step)
      .filter((past) => stateAt(here, facts, now, range.from + past, isFar) === "free")
      .map((past) => ({
        place_id: place.id,
        at: range.from + past,
        local_start: wallTime(range.day, range.start_time, past),
      }));
  });
}

/** The facts as a specialist suggests times: one is put forward to one patient alone, also where a room has another seat. */
export const toOneAlone = (facts: AgendaFacts): AgendaFacts => ({
  ...facts,
  places: facts.places.map((place) => ({ ...place, seats: 1 })),
});

/** Every time that a patient may ask for, in order of time. */
export function freeSlots(facts: AgendaFacts, now: number): Slot[] {
  const slots = facts.places.flatMap((place) => slotsOf(facts, now, place, false));
  const seen = new Map(slots.map((slot) => [`${slot.place_id} ${slot.at}`, slot]));
  return [...seen.values()].toSorted((a, b) => a.at - b.at || (a.place_id < b.place_id ? -1 : 1));
}

/** The free time of a place that is nearest to another, at most `most` minutes away, or null. */
export function nearestSlot(facts: AgendaFacts, now: number, place: PlaceFacts, at: number, most: number): Slot | null {
  const span = { from: at - most, until: at + most + 1 };
  const around = { ...facts, ranges: facts.ranges.filter((range) => overlap(range, span)) };
  const near = slotsOf(around, now, place, true).filter((slot) => Math.abs(slot.at - at) <= most);
  return near.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0] ?? null;
}

/** The facts once a time is taken too. */
export function withClaim(facts: AgendaFacts, place: PlaceFacts, at: number): AgendaFacts {
  const span = { from: at, until: at + lengthOf(place) };
  const seat = freeSeat(timesOf(facts, place), span) ?? 0;
  return { ...facts, claims: [...facts.claims, { ...span, place_id: place.id, seat }] };
}
