import { z } from "zod";
import type { Answers } from "../../client/api.ts";
import { COVERAGE_HOWS } from "./coverage-labels.ts";
import { CoverageId, COVERAGES_MAX, PESOS_MAX, PLANS_MAX } from "./coverage.ts";
import { PesosText } from "../prices/price.ts";

/** The form of a specialist's coverages: texts for amounts, and names to show; parsed to the input of `coverages.replace`. */
export const CoveragesForm = z.object({
  coverages: z
    .array(
      z
        .object({
          coverage_id: CoverageId,
          short: z.string(),
          how: z.enum(COVERAGE_HOWS),
          plans: z.string().trim().max(PLANS_MAX, `Máximo ${PLANS_MAX} caracteres`),
          extra: PesosText(PESOS_MAX),
        })
        .transform(({ coverage_id, how, plans, extra }) => ({ coverage_id, how, plans, extra: extra ?? 0 })),
    )
    .max(COVERAGES_MAX, `Máximo ${COVERAGES_MAX} coberturas`),
  refund_invoice: z.boolean(),
});
export type CoveragesForm = z.output<typeof CoveragesForm>;
export type CoveragesFields = z.input<typeof CoveragesForm>;

/** The form fields of what a specialist has stated. */
export function coveragesFields({ coverages, refund_invoice_at }: Answers["coverages"]["mine"]): CoveragesFields {
  return {
    coverages: coverages.map(({ id, short, how, plans, extra }) => ({
      coverage_id: id,
      short,
      how,
      plans: plans ?? "",
      extra: extra === 0 ? "" : String(extra),
    })),
    refund_invoice: refund_invoice_at !== null,
  };
}
