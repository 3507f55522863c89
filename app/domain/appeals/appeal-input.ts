import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { APPEAL_ABOUT, APPEAL_MAX, APPEAL_OUTCOMES } from "./appeal.ts";

const TOO_LONG = `Máximo ${APPEAL_MAX} caracteres`;

/** Why a decision about a review or an answer should be looked at again. */
export const NewAppeal = z.object({
  review_id: z.uuid(),
  about: z.enum(APPEAL_ABOUT),
  text: Text.min(1, "Contanos por qué").max(APPEAL_MAX, TOO_LONG),
});

/** An admin's decision; `edited_at` is of the review or the answer as it was read. */
export const AppealDecision = z.object({
  id: z.uuid(),
  outcome: z.enum(APPEAL_OUTCOMES),
  decision: Text.min(1, "Escribí qué decidiste").max(APPEAL_MAX, TOO_LONG),
  edited_at: z.coerce.date().nullable(),
});
