import { z } from "zod";
import { Text } from "../../shared/text/text-input.ts";
import { WithPlan } from "../coverages/coverage-input.ts";
import { MODALITIES } from "../profiles/modality.ts";
import { MAX_STUDIES, STUDIES_ACCESS } from "./case.ts";
import { NewStructuredFacts } from "./structured-facts.ts";

const optionalText = (max: number) =>
  Text.max(max, `Máximo ${max} caracteres`)
    .nullish()
    .transform((text) => text || null);

/** The input for a new case: the form and the procedure `cases.create` share this schema. */
export const NewCase = z.object({
  title: Text.min(1, "El título es requerido").max(120, "Máximo 120 caracteres"),
  description: Text.min(1, "La descripción es requerida").max(5000, "Máximo 5000 caracteres"),
  injury_area: optionalText(80),
  location_city: optionalText(80),
  preferred_modality: z
    .enum(MODALITIES)
    .nullish()
    .transform((modality) => modality ?? null),
  studies_access: z.enum(STUDIES_ACCESS).default("verified"),
  // Forms of older versions omit it; null means that there is no coverage.
  coverage: WithPlan.nullish(),
  facts: NewStructuredFacts.nullish(),
  identity_access: z.enum(STUDIES_ACCESS).optional(),
});
export type NewCase = z.output<typeof NewCase>;

/** An edit of a case: all of its fields, the version it is based on, and the names of the studies to remove. */
export const CaseUpdate = NewCase.extend({
  id: z.uuid(),
  version: z.int32().min(1),
  // Without the default of a new case: omitting it must not open the studies to everyone.
  studies_access: z.enum(STUDIES_ACCESS),
  removed_studies: z.array(z.string().max(100)).max(MAX_STUDIES).default([]),
});

const words = z.string().trim().max(80, "Máximo 80 caracteres").nullish();

/** The input of the list of cases on offer: words of the barrio and of the zone, the modality, and the last id of the previous page. */
export const OfferedListing = z
  .object({
    before: z.uuid().nullish(),
    location_city: words,
    injury_area: words,
    preferred_modality: z.enum(MODALITIES).nullish(),
  })
  .default({});
