import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { MATCH_STATUSES, MESSAGE_MAX } from "./match-words.ts";
import { NewOfferFacts, ValidDays } from "./offer.ts";

/** A specialist's application to a case; an empty message becomes null. */
export const NewMatch = z.object({
  case_id: z.uuid(),
  message: Text.max(MESSAGE_MAX, `Máximo ${MESSAGE_MAX} caracteres`)
    .nullish()
    .transform((text) => text || null),
  offer: NewOfferFacts.nullish(),
  valid_days: ValidDays,
});
export type NewMatch = z.output<typeof NewMatch>;

/** The input of a specialist's own applications: one status or all, and the last id of the previous page. */
export const OwnListing = z
  .object({ before: z.uuid().nullish(), status: z.enum(MATCH_STATUSES).nullish() })
  .default({});
