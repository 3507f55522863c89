import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { COVERAGE_KINDS } from "./coverage-labels.ts";
import { CoverageId } from "./coverage-input.ts";
import { textKey } from "../../shared/text/words.ts";

const SHORT_MAX = 40;
const NAME_MAX = 160;
const ALIASES_MAX = 40;
const ALIAS_MAX = 80;
const CODE_MAX = 20;

const named = (max: number) =>
  Text.min(2, "Mínimo 2 caracteres")
    .max(max, `Máximo ${max} caracteres`)
    .refine((text) => textKey(text) !== "", "Escribí letras o números");

/** A coverage of the vocabulary, as an admin saves it; without an id it is a new one. */
export const VocabularyEntry = z.object({
  id: CoverageId.nullish(),
  kind: z.enum(COVERAGE_KINDS),
  short: named(SHORT_MAX),
  name: named(NAME_MAX),
  aliases: z.array(Text.min(1).max(ALIAS_MAX)).max(ALIASES_MAX, `Máximo ${ALIASES_MAX} nombres`),
  code: Text.max(CODE_MAX, `Máximo ${CODE_MAX} caracteres`)
    .nullish()
    .transform((text) => text || null),
});

/** The same with what its form was filled with: something else that is stored by now is not overwritten. */
export const SavedVocabularyEntry = VocabularyEntry.extend({ read: VocabularyEntry.omit({ id: true }).optional() });

/** The aliases in a text, separated by commas or line breaks. */
function aliasesIn(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((alias) => alias.trim())
    .filter(Boolean);
}

/** The same as in the admin's form, with the aliases as one text. */
export const VocabularyForm = VocabularyEntry.omit({ id: true, aliases: true }).extend({
  aliases: z
    .string()
    .transform(aliasesIn)
    .refine((aliases) => aliases.length <= ALIASES_MAX, `Máximo ${ALIASES_MAX} nombres`)
    .refine(
      (aliases) => aliases.every((alias) => alias.length <= ALIAS_MAX),
      `Máximo ${ALIAS_MAX} caracteres cada uno`,
    ),
});
export type VocabularyForm = z.output<typeof VocabularyForm>;
export type VocabularyFields = z.input<typeof VocabularyForm>;
