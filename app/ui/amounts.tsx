type AmountsProps = { items: readonly (readonly [name: string, amount: string | number])[] };

/** Names with a number or a few words at the end of their line. */
export function Amounts({ items }: AmountsProps) {
  return (
    <dl className="divide-y divide-line text-sm">
      {items.map(([name, amount]) => (
        <div key={name} className="flex items-baseline justify-between gap-4 py-1.5">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right font-semibold tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
