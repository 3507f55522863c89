import { WEEKDAY_SHORT } from "../availabilities/weekday.ts";
import { weekdayOf } from "../bookings/wall-time.ts";

/** "Primer turno: jue 4/12, 18:00", of a wall time such as "2026-12-04T18:00". */
export function firstSlotInWords({ local_start }: { local_start: string }): string {
  const [, month, day] = local_start.slice(0, 10).split("-").map(Number);
  return `Primer turno: ${WEEKDAY_SHORT[weekdayOf(local_start)]} ${day}/${month}, ${local_start.slice(11)}`;
}
