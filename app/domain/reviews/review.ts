import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { MAX_STARS } from "./review-words.ts";

/** A patient's review of an accepted specialist of a closed case; an empty comment becomes null. */
export const NewReview = z.object({
  case_id: z.uuid(),
  kine_id: z.uuid(),
  stars: z
    .number("Debes seleccionar una calificación")
    .int()
    .min(1, "Debes seleccionar una calificación")
    .max(MAX_STARS),
  comment: Text.max(2000, "Máximo 2000 caracteres")
    .nullish()
    .transform((text) => text || null),
});
