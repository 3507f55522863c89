/** The promised time to answer a request: 24 to 48 hours. */
export const PROMISED_HOURS = { from: 24, to: 48 };
/** An open case without any application after this time needs somebody to look at it. */
export const FORGOTTEN_HOURS = 48;
/** The most forgotten cases listed. */
export const MOST_LISTED = 10;

/** The count limit of the badge; from here on it shows "99+". */
export const MOST_WAITING = 100;

const HOUR_MS = 3_600_000;

/** Hours since a moment, rounded down. */
export function hoursSince(date: Date, now = Date.now()): number {
  return Math.max(0, Math.floor((now - date.getTime()) / HOUR_MS));
}

/** A waiting time in words: "hace 5 h", "hace 2 días y 3 h". */
export function waitingWords(hours: number): string {
  if (hours < 1) return "hace menos de 1 h";
  const days = Math.floor(hours / 24);
  if (days === 0) return `hace ${hours} h`;
  const rest = hours % 24;
  return `hace ${days} ${days === 1 ? "día" : "días"}${rest === 0 ? "" : ` y ${rest} h`}`;
}

/** A span in words, by its largest unit: "35 min", "4,5 h", "2,1 días". */
export function spanWords(seconds: number): string {
  const round = (value: number) => value.toLocaleString("es-AR", { maximumFractionDigits: 1 });
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${round(seconds / 3600)} h`;
  return `${round(seconds / 86_400)} días`;
}
