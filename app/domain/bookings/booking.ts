export const BOOKING_STATES = [
  "requested",
  "confirmed",
  "declined",
  "lapsed",
  "withdrawn",
  "cancelled",
  "held",
  "no_show",
] as const;
export type BookingState = (typeof BOOKING_STATES)[number];
/** How an accepted application stands for its specialist by its turnos: one is asked of them, proposed by them, agreed on, how the last one ended, or that they are kept elsewhere. */
export const STANDINGS = ["asked", "proposed", "agreed", "unmarked", "held", "missed", "outside"] as const;
export const BOOKING_SIDES = ["patient", "kine"] as const;
export type BookingSide = (typeof BOOKING_SIDES)[number];

/** The most sessions of a series, and the most that a pair may have ahead. */
export const MOST_BOOKINGS = 40;
/** How many days ahead the last session of a series may be. */
export const FARTHEST_DAYS = 300;
/** The most sessions that one side of a pair asks for within 24 hours, whatever became of them. */
export const MOST_ASKED_OF_PAIR = 60;
/** How often a booking changes before nobody proposes another time for it: each proposal holds a second time. */
export const MOST_CHANGES = 20;
/**
 * The most requests of a patient that wait for one specialist, and for all; a series is one. No more of their proposals of another time wait for
 * one specialist either.
 */
export const MOST_OPEN_OF_PAIR = 3;
export const MOST_OPEN_OF_PATIENT = 10;

export const otherSide = (side: BookingSide): BookingSide => (side === "patient" ? "kine" : "patient");
