/** By `weekday`, 0 being Sunday. */
export const WEEKDAY_NAMES = ["Domingo", "Lunes", "Martes", "Miércoles", "Jueves", "Viernes", "Sábado"] as const;

/** The same, short. */
export const WEEKDAY_SHORT = ["dom", "lun", "mar", "mié", "jue", "vie", "sáb"] as const;

/** "09:00 a 13:30", from times as the database formats them ("09:00:00"). */
export function hoursBetween(start: string, end: string): string {
  return `${start.slice(0, 5)} a ${end.slice(0, 5)}`;
}

/** The end of a day, as the database has it, and as a field for a time of the day can hold it. */
export const MIDNIGHT = "24:00";
export const MIDNIGHT_TYPED = "00:00";
