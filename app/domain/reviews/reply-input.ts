import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { REPLY_MAX } from "./reply.ts";

/** A specialist's answer to a review about them. */
export const Reply = z.object({
  review_id: z.uuid(),
  body: Text.min(1, "Escribí tu respuesta").max(REPLY_MAX, `Máximo ${REPLY_MAX} caracteres`),
});
