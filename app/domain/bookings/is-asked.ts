import type { Booking } from "./booking-words.ts";

/** Whether a booking, or its move, waits for the reader's answer. */
export const isAsked = ({ state, asked_by, moved_by, side }: Booking): boolean =>
  (state === "requested" && asked_by !== side) || (moved_by !== null && moved_by !== side);
