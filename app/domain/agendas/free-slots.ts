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

/** The hours in which a place is attended. */
const rangesOf = ({ ranges }: AgendaFacts, { id }: PlaceFacts) =>
  ranges.filter(({ place_id }) => place_id === null || place_id === id);

/** How long a session is of which the place is asked for. */
const lengthOf = ({ minutes, session_min }: PlaceFacts) => minutes ?? session_min;

/** "2026-12-03T18:00", some minutes after a wall time of that day. */
export function wallTime(day: string, start_time: string, minutes: number): string {
  const [hours = 0, past = 0] = start_time.split(":").map(Number);
  const time = hours * 60 + past + minutes;
  return `${day}T${String(Math.trunc(time / 60)).padStart(2, "0")}:${String(time % 60).padStart(2, "0")}`;
}

/** The lowest seat of a place without a claim in a time, which is the one that the database takes; null when there is none. */
function freeSeat(facts: AgendaFacts, place: PlaceFacts, span: Span): number | null {
  const claims = facts.claims.filter((claim) => overlap(claim, span));
  if (claims.some(({ place_id }) => place_id !== place.id)) return null;
  for (let seat = 0; seat < place.seats; seat += 1) if (claims.every((claim) => claim.seat !== seat)) return seat;
  return null;
}

/**
 * Whether a patient may have a place at a time, and why not. The one rule by which times are offered and accepted; the claims in the database
 * are the second wall. `isFar` lets a later session of a series lie beyond the horizon.
 */
export function slotState(facts: AgendaFacts, now: number, place: PlaceFacts, at: number, isFar = false): SlotState {
  const span = { from: at, until: at + lengthOf(place) };
  if (at < now + facts.lead_min || (!isFar && at >= facts.horizon)) return "closed";
  const ranges = rangesOf(facts, place);
  const isExtra = ranges.some((range) => range.is_extra && range.from <= span.from && span.until <= range.until);
  const shut = facts.closed.filter((each) => overlap(each, span) && !(each.is_holiday && isExtra));
  if (shut.length > 0) return shut.some(({ is_holiday }) => is_holiday) ? "holiday" : "closed";
  if (!ranges.some((range) => isOnGrid(range, place, at))) return "closed";
  if (freeSeat(facts, place, span) === null) return "taken";
  // People who share a room follow each other without a gap of their own: the gap is between rooms, and between those who come one by one.
  const isNear = facts.claims.some((claim) => {
    if (claim.place_id === place.id && place.seats > 1) return false;
    const other = facts.places.find(({ id }) => id === claim.place_id);
    const gap = Math.max(gapOf(place), other ? gapOf(other) : 0);
    return overlap(claim, { from: span.from - gap, until: span.until + gap });
  });
  return isNear ? "closed" : "free";
}

const stepOf = (place: PlaceFacts) => place.session_min + gapOf(place);

/** A range in which the clocks change has no wall times that could be promised. */
const isEven = ({ from, until, minutes }: OpenRange) => until - from === minutes;

/** Whether sessions of a place may begin at a time: from the start of each range, one after the other with the gap between them. */
function isOnGrid(range: OpenRange, place: PlaceFacts, at: number): boolean {
  const isWithin = range.from <= at && at + lengthOf(place) <= range.until;
  return isWithin && isEven(range) && (at - range.from) % stepOf(place) === 0;
}

/** The times of a range at which sessions of a place may begin. */
function gridOf(range: OpenRange, place: PlaceFacts): Slot[] {
  if (!isEven(range)) return [];
  const step = stepOf(place);
  const count = Math.max(0, Math.floor((range.minutes - place.session_min) / step) + 1);
  return Array.from({ length: count }, (_, n) => ({
    place_id: place.id,
    at: range.from + n * step,
    local_start: wallTime(range.day, range.start_time, n * step),
  }));
}

/** Every time of a place that a patient may ask for; one that two ranges offer comes twice. */
const slotsOf = (facts: AgendaFacts, now: number, place: PlaceFacts, isFar: boolean) =>
  rangesOf(facts, place)
    .flatMap((range) => gridOf(range, place))
    .filter(({ at }) => slotState(facts, now, place, at, isFar) === "free");

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
  const seat = freeSeat(facts, place, span) ?? 0;
  return { ...facts, claims: [...facts.claims, { ...span, place_id: place.id, seat }] };
}
