import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "./button.tsx";

type GrowingListProps = {
  children: ReactNode;
  hasMore: boolean;
  isLoadingMore: boolean;
  neverLoaded?: boolean;
  /** Two columns where there is room. */
  isWide?: boolean;
  onMore: () => void;
};

/** A paginated list: "Ver más" appends the next page and focuses its first entry. Children are `li`s. */
export function GrowingList({ children, hasMore, isLoadingMore, neverLoaded, isWide, onMore }: GrowingListProps) {
  const list = useRef<HTMLUListElement>(null);
  const lengthBefore = useRef<number | null>(null);
  useEffect(() => {
    const firstNew = lengthBefore.current === null ? undefined : list.current?.children[lengthBefore.current];
    if (!firstNew) return;
    lengthBefore.current = null;
    firstNew.querySelector<HTMLElement>("a, button, select")?.focus({ preventScroll: true });
  });
  const loadMore = () => {
    lengthBefore.current = list.current?.children.length ?? null;
    onMore();
  };
  return (
    <>
      <ul ref={list} className={isWide ? "grid gap-4 lg:grid-cols-2" : "grid gap-4"}>
        {children}
      </ul>
      {neverLoaded && (
        <p role="alert" className="mt-4 text-center text-danger">
          No se pudieron cargar más. Probá de nuevo.
        </p>
      )}
      {hasMore && (
        <div className="mt-6 flex justify-center">
          <Button variant="secondary" isPending={isLoadingMore} onPress={loadMore}>
            Ver más
          </Button>
        </div>
      )}
    </>
  );
}
