/** A grey bar in place of text; size and shape by class. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-md bg-line ${className}`} />;
}

type CardListSkeletonProps = { count?: number; hasPhoto?: boolean; isWide?: boolean; lines?: number };

/** Placeholder of a card list: `count` cards with a title, `lines` and optionally a round photo; `isWide` as its list. */
export function CardListSkeleton({ count = 3, hasPhoto = false, isWide = false, lines = 2 }: CardListSkeletonProps) {
  return (
    <>
      <span role="status" className="sr-only">
        Cargando…
      </span>
      <div aria-busy="true" className={isWide ? "grid gap-4 lg:grid-cols-2" : "grid gap-4"}>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="flex gap-4 rounded-card border border-line bg-surface p-5">
            {hasPhoto && <Skeleton className="size-12 shrink-0 rounded-full!" />}
            <div className="grid grow content-start gap-3">
              <Skeleton className="h-6 w-3/5" />
              {Array.from({ length: lines }, (_line, line) => (
                <Skeleton key={line} className={`h-4 ${line % 2 === 0 ? "w-full" : "w-4/5"}`} />
              ))}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

/** Placeholder of a form card: `count` labels with fields and optionally a large round photo. */
export function FormSkeleton({ count, hasPhoto = false }: { count: number; hasPhoto?: boolean }) {
  return (
    <>
      <span role="status" className="sr-only">
        Cargando…
      </span>
      <div aria-busy="true" className="grid gap-6 rounded-card border border-line bg-surface p-5">
        {hasPhoto && (
          <div className="flex items-center gap-4">
            <Skeleton className="size-24 shrink-0 rounded-full!" />
            <Skeleton className="h-11 w-32" />
          </div>
        )}
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="grid gap-2.5">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-12 w-full rounded-card!" />
          </div>
        ))}
      </div>
    </>
  );
}
