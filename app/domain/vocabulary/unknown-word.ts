import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { SIDES } from "../body-zones/body-zones.ts";
import { WORD_KINDS } from "./vocabulary.ts";

const TEXT_MAX = 200;

/** A text that somebody wrote, which the vocabulary has no name for. */
export const UnknownWord = z.object({ kind: z.enum(WORD_KINDS), text: Text.min(1).max(TEXT_MAX) });

/** The meaning of such a text: a term of its kind, and for a zone of the body its side. */
export const Meaning = UnknownWord.extend({ slug: z.string().min(1).max(80), side: z.enum(SIDES).nullish() });
