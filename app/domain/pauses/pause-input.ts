import { z } from "zod";
import { BUENOS_AIRES } from "../../shared/text/calendar-days.ts";

const YEAR_MS = 366 * 86_400_000;
const dayOf = (at: number) => new Date(at).toLocaleDateString("sv", { timeZone: BUENOS_AIRES });
const isWithinAYear = (day: string, now = Date.now()) => day >= dayOf(now) && day <= dayOf(now + YEAR_MS);

/** A specialist's pause: its last day, or null to end it. */
export const Pause = z.object({
  until: z.iso
    .date("Escribí una fecha completa")
    .refine((day) => isWithinAYear(day), "Elegí un día desde hoy hasta dentro de un año")
    .nullable(),
});
