import { plural } from "../../shared/format.ts";

export const MAX_STARS = 5;

/** The name shown for a review's author whose account is deleted or suspended. */
export const UNNAMED_AUTHOR = "Usuario";

/** The name shown for a reviewed specialist whose account is deleted. */
export const UNNAMED_KINE = "Kinesiólogo";

/** "Promedio: 4.8 / 5.0". */
export function averageLine(average: number): string {
  return `Promedio: ${average.toFixed(1)} / ${MAX_STARS.toFixed(1)}`;
}

/** "2 reseñas; mostramos el promedio desde 3", or `none` without reviews: what stands in the place of an average. */
export function withoutAverage(
  { review_count, rating_from }: { review_count: number; rating_from: number },
  none = "Sin reseñas todavía",
): string {
  return review_count === 0
    ? none
    : `${plural(review_count, "reseña", "reseñas")}; mostramos el promedio desde ${rating_from}`;
}

/** What an admin may want to look at in a review. */
export const SIGNALS = ["network", "device", "burst"] as const;
export type Signal = (typeof SIGNALS)[number];

/** The states of a review by which admins list them. */
export const REVIEW_STATES = ["waiting", "hidden", "visible"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

type Totals = { count: number; waiting: number; hidden: number };

/** "22: 17 visibles, 5 en revisión"; of one kind alone its number. */
export function totalWords({ count, waiting, hidden }: Totals): string {
  const kinds = [
    plural(count, "visible", "visibles"),
    ...(waiting > 0 ? [`${waiting} en revisión`] : []),
    ...(hidden > 0 ? [plural(hidden, "oculta", "ocultas")] : []),
  ];
  const sum = (count + waiting + hidden).toLocaleString("es-AR");
  return waiting + hidden === 0 ? kinds.join() : `${sum}: ${kinds.join(", ")}`;
}
