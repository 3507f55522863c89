import { daysAfter, weekdayOf } from "../../../domain/bookings/wall-time.ts";

export type AgendaView = "dia" | "semana";

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => daysAfter(day, -((weekdayOf(day) + 6) % 7));
