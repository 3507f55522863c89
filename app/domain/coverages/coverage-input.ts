import { z } from "zod";
import { NOT_PESOS } from "../../shared/text/pesos.ts";
import { Line } from "../../shared/text/text-input.ts";
import { COVERAGE_HOWS } from "./coverage-labels.ts";
import { COVERAGES_MAX, PESOS_MAX, PLANS_MAX } from "./coverage.ts";

const PLAN_MAX = 60;

/** The id of a coverage of the vocabulary. */
export const CoverageId = z.int32().min(1);

const optionalLine = (max: number) =>
  Line.max(max, `Máximo ${max} caracteres`)
    .nullish()
    .transform((text) => text || null);

const Plan = optionalLine(PLAN_MAX);

/** A coverage as a specialist states it; `extra` is what the patient pays on top, in whole pesos. */
const StatedCoverage = z.object({
  coverage_id: CoverageId,
  how: z.enum(COVERAGE_HOWS),
  plans: optionalLine(PLANS_MAX),
  extra: z.int(NOT_PESOS).min(0, NOT_PESOS).max(PESOS_MAX, "Es demasiado"),
});
export type StatedCoverage = z.output<typeof StatedCoverage>;

/** All that a specialist states about coverages. */
export const StatedCoverages = z.object({
  /** What the form was filled with: something else that is stored by now is not overwritten. */
  read: z.object({ coverages: z.array(StatedCoverage).max(COVERAGES_MAX), refund_invoice: z.boolean() }).optional(),
  coverages: z
    .array(StatedCoverage)
    .max(COVERAGES_MAX, `Máximo ${COVERAGES_MAX} coberturas`)
    .refine(
      (stated) => new Set(stated.map(({ coverage_id }) => coverage_id)).size === stated.length,
      "Cada cobertura va una sola vez",
    ),
  refund_invoice: z.boolean(),
});

/** A coverage with its plan: a patient's own, or of a case. Forms also hold its short name, to show it. */
export const WithPlan = z
  .object({ id: CoverageId, plan: Plan, short: z.string().max(80).optional() })
  .transform(({ id, plan }) => ({ id, plan }));
