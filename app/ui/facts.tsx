import type { ReactNode } from "react";

type FactsProps = {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** In a narrow place: two columns at most, on any screen. */
  isNarrow?: boolean;
  /** The first has a row of its own, on phones below its name. */
  isFirstLong?: boolean;
};

/** Names and values: a row each on phones, with the names up to a third of the width; columns on wider screens. Unknown values say so. */
export function Facts({ facts, isNarrow = false, isFirstLong = false }: FactsProps) {
  // Columns that give even rows: three for three and six facts, five for five, two or four for the rest.
  const columns = isNarrow
    ? "md:grid-cols-2 md:text-sm"
    : facts.length % 3 === 0
      ? "md:grid-cols-3"
      : facts.length === 5
        ? "md:grid-cols-5"
        : "md:grid-cols-2 lg:grid-cols-4";
  return (
    <dl className={`grid gap-x-3 gap-y-2 max-md:grid-cols-[5.5rem_1fr] md:gap-x-6 ${columns}`}>
      {facts.map(([name, value]) => (
        <div
          key={name}
          className={`min-w-0 max-md:col-span-2 max-md:grid max-md:grid-cols-subgrid max-md:items-baseline ${isFirstLong ? "max-md:first:block md:first:col-span-2" : ""}`}
        >
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value || "Sin datos"}</dd>
        </div>
      ))}
    </dl>
  );
}
