import { type Freshness, monthOf } from "../../shared/freshness.ts";
import { formatPesos } from "../prices/pesos.ts";
import { COVERAGE_HOW_LABELS, type CoverageHow } from "./coverage-labels.ts";

type Stated = { how: CoverageHow; plans: string | null; extra: number };

/** "Con credencial · planes 210 y 310 · plus de $3.000". */
export function coverageTerms({ how, plans, extra }: Stated): string {
  return [
    COVERAGE_HOW_LABELS[how],
    plans && `planes ${plans}`,
    extra > 0 ? `plus de ${formatPesos(extra)}` : "sin plus",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** How current a stated fact is, in words, by its freshness and date; null while it is fresh. */
export function ageInWords(
  { freshness, confirmed_at }: { freshness: Freshness; confirmed_at: Date },
  now = new Date(),
): string | null {
  if (freshness === "fresh") return null;
  const month = monthOf(confirmed_at, now);
  return freshness === "aging" ? `de ${month}` : `sin confirmar desde ${month}`;
}

/** "OSDE, plan 210". */
export function coverageInWords({
  short,
  plan,
}: {
  short?: string | undefined;
  plan?: string | null | undefined;
}): string {
  return [short, plan && `plan ${plan}`].filter(Boolean).join(", ");
}
