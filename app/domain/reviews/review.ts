import { z } from "zod";

export const MAX_STARS = 5;

/** A patient's review of a specialist they had accepted in a case that is closed; an empty comment is none. */
export const NewReview = z.object({
  case_id: z.uuid(),
  kine_id: z.uuid(),
  stars: z.number("Debes seleccionar una calificación").int().min(1, "Debes seleccionar una calificación").max(MAX_STARS),
  comment: z.string().trim().max(2000, "Máximo 2000 caracteres").nullish().transform((text) => text || null),
});

/** Who wrote a review, where their account is gone. */
export const UNNAMED_AUTHOR = "Usuario";

/** Who was reviewed, where their account is gone. */
export const UNNAMED_KINE = "Kinesiólogo";

/** "Promedio: 4.8 / 5.0". */
export function averageLine(average: number): string {
  return `Promedio: ${average.toFixed(1)} / ${MAX_STARS.toFixed(1)}`;
}
