import { z } from "zod";
import { MAX_STARS } from "./review-words.ts";

/** A patient's review of a specialist they had accepted in a case that is closed; an empty comment is none. */
export const NewReview = z.object({
  case_id: z.uuid(),
  kine_id: z.uuid(),
  stars: z.number("Debes seleccionar una calificación").int().min(1, "Debes seleccionar una calificación").max(MAX_STARS),
  comment: z.string().trim().max(2000, "Máximo 2000 caracteres").nullish().transform((text) => text || null),
});
