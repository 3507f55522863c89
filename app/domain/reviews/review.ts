import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { MAX_STARS } from "./review-words.ts";

/** What an author writes of a review; an empty comment becomes null. */
export const WrittenReview = z.object({
  stars: z
    .number("Debes seleccionar una calificación")
    .int()
    .min(1, "Debes seleccionar una calificación")
    .max(MAX_STARS),
  comment: Text.max(2000, "Máximo 2000 caracteres")
    .nullish()
    .transform((text) => text || null),
});

/** A patient's review of an accepted specialist of a closed case. */
export const NewReview = WrittenReview.extend({ case_id: z.uuid(), kine_id: z.uuid() });

/** A review that its author edits. */
export const EditedReview = WrittenReview.extend({ id: z.uuid() });
