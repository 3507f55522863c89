import { z } from "zod";
import { Line } from "../../shared/text/text-input.ts";
import { COVERAGE_HOWS } from "./coverage-labels.ts";
import { COVERAGES_MAX, PESOS_MAX, PLANS_MAX } from "./coverage.ts";
import { CoverageId } from "./coverage-input.ts";
import { PesosText } from "../prices/price-input.ts";

/** The form of a specialist's coverages: texts for amounts, and names to show; parsed to the input of `coverages.replace`. */
export const CoveragesForm = z.object({
  coverages: z
    .array(
      z
        .object({
          coverage_id: CoverageId,
          short: z.string(),
          how: z.enum(COVERAGE_HOWS),
          plans: Line.max(PLANS_MAX, `Máximo ${PLANS_MAX} caracteres`),
          extra: PesosText(PESOS_MAX),
        })
        .transform(({ coverage_id, how, plans, extra }) => ({ coverage_id, how, plans, extra: extra ?? 0 })),
    )
    .max(COVERAGES_MAX, `Máximo ${COVERAGES_MAX} coberturas`),
  refund_invoice: z.boolean(),
});
export type CoveragesForm = z.output<typeof CoveragesForm>;
export type CoveragesFields = z.input<typeof CoveragesForm>;
