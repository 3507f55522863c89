export const MAX_STARS = 5;

/** Who wrote a review, where their account is gone or suspended. */
export const UNNAMED_AUTHOR = "Usuario";

/** Who was reviewed, where their account is gone. */
export const UNNAMED_KINE = "Kinesiólogo";

/** "Promedio: 4.8 / 5.0". */
export function averageLine(average: number): string {
  return `Promedio: ${average.toFixed(1)} / ${MAX_STARS.toFixed(1)}`;
}
