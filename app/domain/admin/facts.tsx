import type { ReactNode } from "react";

/** Names and values, a row each on phones and in columns from there on; what is not known says so. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const columns = facts.length % 3 === 0 ? "lg:grid-cols-3" : "lg:grid-cols-4";
  // The first is an address as a rule; four short ones make two even rows.
  const first = facts.length % 4 === 0 ? "" : "md:max-lg:first:col-span-2";
  return (
    <dl className={`grid gap-x-6 gap-y-2 md:grid-cols-2 ${columns}`}>
      {facts.map(([name, value]) => (
        <div key={name} className={`min-w-0 max-md:grid max-md:grid-cols-[8.5rem_1fr] max-md:items-baseline max-md:gap-x-3 ${first}`}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value || "Sin datos"}</dd>
        </div>
      ))}
    </dl>
  );
}
