export const MAX_STARS = 5;

/** The name shown for a review's author whose account is deleted or suspended. */
export const UNNAMED_AUTHOR = "Usuario";

/** The name shown for a reviewed specialist whose account is deleted. */
export const UNNAMED_KINE = "Kinesiólogo";

/** "Promedio: 4.8 / 5.0". */
export function averageLine(average: number): string {
  return `Promedio: ${average.toFixed(1)} / ${MAX_STARS.toFixed(1)}`;
}
