export const MAX_STARS = 5;

/** The author of a review whose account is gone or suspended. */
export const UNNAMED_AUTHOR = "Usuario";

/** The reviewed specialist whose account is gone. */
export const UNNAMED_KINE = "Kinesiólogo";

/** "Promedio: 4.8 / 5.0". */
export function averageLine(average: number): string {
  return `Promedio: ${average.toFixed(1)} / ${MAX_STARS.toFixed(1)}`;
}
