import type { Answers } from "../../client/api.ts";
import type { CoveragesFields } from "./coverages-form-input.ts";

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
