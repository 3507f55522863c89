import type { Answers } from "../../client/api.ts";
import { pesos } from "../../shared/text/pesos.ts";
import { formatPesos, groupPesos } from "../prices/pesos.ts";
import { COVERAGE_HOW_LABELS } from "./coverage-labels.ts";
import type { StatedCoverage } from "./coverage-input.ts";
import type { CoveragesFields } from "./coverages-form-input.ts";

type Own = Answers["coverages"]["mine"];
type Stated = { coverages: StatedCoverage[]; refund_invoice: boolean };

/** What a specialist states, without its dates. */
export const statedOf = ({ coverages, refund_invoice_at }: Own): Stated => ({
  coverages: coverages.map(({ id, how, plans, extra }) => ({ coverage_id: id, how, plans, extra })),
  refund_invoice: refund_invoice_at !== null,
});

export const itemsOf = ({ coverages, refund_invoice }: Stated): object[] => [...coverages, { refund_invoice }];

/** The form fields of what a specialist has stated. */
export function coveragesFields({ coverages, refund_invoice_at }: Own): CoveragesFields {
  return {
    coverages: coverages.map(({ id, short, how, plans, extra }) => ({
      coverage_id: id,
      short,
      how,
      plans: plans ?? "",
      extra: extra === 0 ? "" : groupPesos(extra),
    })),
    refund_invoice: refund_invoice_at !== null,
  };
}

type Field = CoveragesFields["coverages"][number];

function inWords({ how, plans, extra }: Field): string {
  const amount = pesos(extra);
  const plus = extra && `plus de ${amount ? formatPesos(amount) : extra}`;
  return [COVERAGE_HOW_LABELS[how], plans && `planes: ${plans}`, plus].filter(Boolean).join(", ");
}

/** What is stored and not the same in the form, by coverage. */
export function differencesInWords(own: Own, typed: CoveragesFields): { name: string; text: string }[] {
  const stored = coveragesFields(own);
  const names = new Map(
    [...typed.coverages, ...stored.coverages].map(({ coverage_id, short }) => [coverage_id, short]),
  );
  const textOf = (fields: CoveragesFields, id: number) => {
    const found = fields.coverages.find(({ coverage_id }) => coverage_id === id);
    return found ? inWords(found) : "";
  };
  const differing = [...names]
    .filter(([id]) => textOf(stored, id) !== textOf(typed, id))
    .map(([id, name]) => ({ name, text: textOf(stored, id) }));
  if (stored.refund_invoice === typed.refund_invoice) return differing;
  return [...differing, { name: "Factura para pedir reintegro", text: stored.refund_invoice ? "Sí" : "No" }];
}
