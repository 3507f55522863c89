import { formatBirthDate } from "../../shared/format.ts";
import { Facts } from "../../ui/facts.tsx";
import { SINCE_LABELS, timesInWords } from "./structured-fact-words.ts";
import type { StructuredFacts } from "./structured-facts.ts";

/** The structured facts of a case; renders nothing without facts. */
export function FactsList({ facts }: { facts: StructuredFacts | null }) {
  if (!facts) return null;
  const { since, pain, activities, has_order, operation, operated_on, times } = facts;
  const rows: (readonly [string, string] | false)[] = [
    since !== undefined && ["Desde cuándo", SINCE_LABELS[since]],
    pain !== undefined && ["Dolor", `${pain} de 10`],
    has_order !== undefined && ["Orden médica", has_order ? "Tiene" : "No tiene"],
    operation !== undefined && [
      "Operación",
      operated_on === undefined ? operation : `${operation}, ${formatBirthDate(operated_on)}`,
    ],
    times !== undefined && ["Puede", timesInWords(times)],
    ...(activities ?? []).map(({ name, score }) => [name, `${score} de 10`] as const),
  ];
  return <Facts isNarrow facts={rows.filter((each) => each !== false)} />;
}
