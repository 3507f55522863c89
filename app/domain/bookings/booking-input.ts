import { z } from "zod";
import { WallTime } from "../agendas/agenda-input.ts";
import { MOST_BOOKINGS } from "./booking.ts";

/** `starts` are wall times of the agenda, each once. */
export const Starts = z.object({
  match_id: z.uuid(),
  place_id: z.uuid(),
  starts: z
    .array(WallTime)
    .min(1, "Elegí un horario")
    .max(MOST_BOOKINGS, `Hasta ${MOST_BOOKINGS} turnos`)
    .refine((starts) => new Set(starts).size === starts.length, "Hay dos veces el mismo horario"),
});

/** `anyway`: also where the patient has another booking at that time. */
export const NewBookings = Starts.extend({ anyway: z.boolean().optional() });

/** A booking as its reader saw it: an act on another one is refused. */
export const Seen = z.object({ id: z.uuid(), sequence: z.int32().min(0) });

/** `following`: with the later ones of its series. */
export const SeenSeries = Seen.extend({ following: z.boolean().optional() });
export const Moved = Seen.extend({ start: WallTime });
