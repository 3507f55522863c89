/** A grey bar where text will be; size and shape by class. */
export function Skeleton({ className = "h-4 w-full" }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-md bg-line ${className}`} />;
}

/** A list of cards while it loads: `count` cards with a title, two lines and, if asked, a round photo. */
export function CardListSkeleton({ count = 3, hasPhoto = false }: { count?: number; hasPhoto?: boolean }) {
  return (
    <>
      <span role="status" className="sr-only">Cargando…</span>
      <div aria-busy="true" className="grid gap-4">
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="flex gap-4 rounded-card border border-line bg-surface p-5">
            {hasPhoto && <Skeleton className="size-12 shrink-0 rounded-full!" />}
            <div className="grid grow content-start gap-3">
              <Skeleton className="h-6 w-3/5" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-4/5" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
