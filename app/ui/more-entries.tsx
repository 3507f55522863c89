import { type RefObject, useEffect, useRef } from "react";
import { Button } from "./button.tsx";

export type Growing = { hasMore: boolean; isLoadingMore: boolean; neverLoaded?: boolean; onMore: () => void };

type MoreEntriesProps = Growing & {
  /** The element whose children are the entries. */
  entries: RefObject<HTMLElement | null>;
};

/** "Ver más" below a list: appends the next page and focuses its first entry, unless the focus has been moved elsewhere meanwhile. */
export function MoreEntries({ entries, hasMore, isLoadingMore, neverLoaded, onMore }: MoreEntriesProps) {
  const part = useRef<HTMLDivElement>(null);
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    const firstNew = countBefore.current === null ? undefined : entries.current?.children[countBefore.current];
    if (!firstNew) return;
    countBefore.current = null;
    const { activeElement, body } = document;
    // The button that had the focus is gone after the last page.
    if (activeElement !== body && !part.current?.contains(activeElement)) return;
    firstNew.querySelector<HTMLElement>("a, button, select")?.focus({ preventScroll: true });
  });
  return (
    <>
      {neverLoaded && (
        <p role="alert" className="mt-4 text-center text-danger">
          No se pudieron cargar más. Probá de nuevo.
        </p>
      )}
      {hasMore && (
        <div ref={part} className="mt-6 flex justify-center">
          <Button
            variant="secondary"
            isPending={isLoadingMore}
            onPress={() => {
              countBefore.current = entries.current?.children.length ?? null;
              onMore();
            }}
          >
            Ver más
          </Button>
        </div>
      )}
    </>
  );
}
