import { daysAfter, weekdayOf } from "../../../domain/bookings/wall-time.ts";
import { BUENOS_AIRES } from "../../../shared/text/calendar-days.ts";

export type AgendaView = "dia" | "semana";

/** Today in Argentina, as "2026-12-03": Swedish dates are those of ISO 8601. */
export const today = (): string => new Date().toLocaleDateString("sv", { timeZone: BUENOS_AIRES });

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => daysAfter(day, -((weekdayOf(day) + 6) % 7));
