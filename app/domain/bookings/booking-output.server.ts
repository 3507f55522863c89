import { z } from "zod";
import { MODALITIES } from "../profiles/modality.ts";
import { BOOKING_SIDES, BOOKING_STATES } from "./booking.ts";

const text = z.string().nullable();
const Side = z.enum(BOOKING_SIDES);

/** A booking as one of its two people reads it. Wall times are of `zone`, as "2026-12-03T18:00". */
export const BookingRow = z.strictObject({
  id: z.uuid(),
  match_id: z.uuid(),
  case_id: z.uuid(),
  series_id: z.uuid().nullable(),
  state: z.enum(BOOKING_STATES),
  /** The reader's side. */
  side: Side,
  asked_by: Side,
  sequence: z.int(),
  starts_at: z.date(),
  local_start: z.string(),
  minutes: z.int(),
  zone: z.string(),
  moved_local: text,
  moved_by: Side.nullable(),
  answer_by: z.date().nullable(),
  ended_by: Side.nullable(),
  is_late: z.boolean(),
  is_disputed: z.boolean(),
  is_disputable: z.boolean(),
  has_begun: z.boolean(),
  /** The others of its series that are ahead of it and stand. */
  following: z.int(),
  notice_hours: z.int(),
  /** Whether it begins within the notice: a patient who cancels now is late. */
  is_near: z.boolean(),
  /** Null for a session that was noted, of which only the day is known. */
  modality: z.enum(MODALITIES).nullable(),
  /** Null once contact has ended, for the patient. */
  place: z.string().nullable(),
  address: text,
  arrival: text,
  /** null when the two are no longer in contact. */
  other_name: text,
});
export type BookingRow = z.output<typeof BookingRow>;

/** With whom the caller may agree on turnos now. */
const Partner = z.strictObject({
  match_id: z.uuid(),
  case_id: z.uuid(),
  title: z.string(),
  name: z.string(),
  /** No turno of theirs was asked for that came to something. */
  is_first: z.boolean(),
});

export const OwnBookings = z.strictObject({
  upcoming: z.array(BookingRow),
  /** The last twenty that are over. */
  past: z.array(BookingRow),
  partners: z.array(Partner),
});

export const Preview = z.strictObject({
  dates: z.array(
    z.strictObject({
      local_start: z.string(),
      state: z.enum(["free", "taken", "holiday", "closed"]),
      /** The free time that is nearest to it, of the same place. */
      nearest: z.string().nullable(),
    }),
  ),
});

/** What was booked: how many, in which state, and the first's id. */
export const Booked = z.strictObject({ id: z.uuid(), state: z.enum(BOOKING_STATES), bookings: z.int() });
/** What a booking is now; `bookings` counts those that changed with it. */
export const Changed = z.strictObject({ id: z.uuid(), state: z.enum(BOOKING_STATES), bookings: z.int() });
