import type { ReactNode } from "react";

/** Names and values, a row each on phones, beside names as wide as the widest up to a third, and in columns from there on; what is not known says so. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  // Three and six make even rows of three; two and four of two.
  const columns = facts.length % 3 === 0 ? "md:grid-cols-3" : "md:grid-cols-2 lg:grid-cols-4";
  return (
    <dl className={`grid gap-x-3 gap-y-2 max-md:grid-cols-[fit-content(6.5rem)_1fr] md:gap-x-6 ${columns}`}>
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0 max-md:col-span-2 max-md:grid max-md:grid-cols-subgrid max-md:items-baseline">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value || "Sin datos"}</dd>
        </div>
      ))}
    </dl>
  );
}
