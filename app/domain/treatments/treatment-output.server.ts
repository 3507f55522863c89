import { z } from "zod";
import { BOOKING_SIDES } from "../bookings/booking.ts";
import { END_REASONS } from "./treatment.ts";

/** A treatment as one of its two people reads it. Wall times as "2026-12-03T18:00", days as "2026-12-03". */
export const Treatment = z.strictObject({
  match_id: z.uuid(),
  case_id: z.uuid(),
  side: z.enum(BOOKING_SIDES),
  /** The specialist, and the other person while the two are in contact. */
  kine_name: z.string(),
  other_name: z.string().nullable(),
  /** Whether the two may still change it. */
  is_open: z.boolean(),
  planned: z.int().nullable(),
  proposed_at: z.date().nullable(),
  accepted_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  ended_by: z.enum(BOOKING_SIDES).nullable(),
  end_reason: z.enum(END_REASONS).nullable(),
  /** How many bookings are ahead. */
  ahead: z.int(),
  coverage: z.strictObject({ id: z.int(), short: z.string() }).nullable(),
  today: z.string(),
  held: z.int(),
  sessions: z.array(
    z.strictObject({
      id: z.uuid(),
      number: z.int().nullable(),
      local_start: z.string(),
      state: z.enum(["held", "no_show"]),
      is_noted: z.boolean(),
      is_disputed: z.boolean(),
      can_dispute: z.boolean(),
    }),
  ),
  authorisations: z.array(
    z.strictObject({
      id: z.uuid(),
      coverage: z.string(),
      number: z.string().nullable(),
      sessions: z.int(),
      valid_from: z.string(),
      valid_until: z.string(),
      stated_by: z.enum(BOOKING_SIDES),
      used: z.int(),
      left: z.int(),
      standing: z.enum(["current", "ahead", "over"]),
    }),
  ),
});
