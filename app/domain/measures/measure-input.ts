import { z } from "zod";
import { Line } from "../../shared/text/text-input.ts";
import { HIGHEST } from "./measure.ts";

const Score = z.int().min(0).max(HIGHEST).nullable();

export const ByCase = z.object({ case_id: z.uuid() });

/** What a patient says of themselves today: each activity by its place, an empty name for none. */
export const NewMeasure = ByCase.extend({
  pain: Score,
  activities: z.array(z.object({ name: Line.max(80, "Máximo 80 caracteres"), score: Score })).max(3),
}).refine(({ pain, activities }) => pain !== null || activities.some(({ name, score }) => name && score !== null), {
  message: "Contestá al menos una pregunta",
  path: ["pain"],
});
export type NewMeasure = z.output<typeof NewMeasure>;
