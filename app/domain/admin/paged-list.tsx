import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { GrowingList } from "../../ui/growing-list.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

type Page<Item> = { items: Item[]; next: string | null };

type PagedListProps<Item> = {
  list: UseInfiniteQueryResult<InfiniteData<Page<Item>>>;
  /** What a failure to load says. */
  failure: string;
  /** What stands in place of the list where there is nothing to show at all. */
  empty: ReactNode;
  /** Whether a search or filter is at work, and how to undo it. */
  narrowing?: { isNarrowed: boolean; showAll: () => void };
  hasPhoto?: boolean;
  children: (item: Item) => ReactNode;
};

/** A list that the server gives in pages, in each of its states. */
export function PagedList<Item>({ list, failure, empty, narrowing, hasPhoto, children }: PagedListProps<Item>) {
  if (list.isPending) return <CardListSkeleton count={4} hasPhoto={hasPhoto} />;
  if (!list.data) {
    return <ErrorState message={failure} onRetry={() => list.refetch()} isRetrying={list.isRefetching} />;
  }
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0 && narrowing?.isNarrowed) {
    return (
      <EmptyState
        title="No encontramos resultados"
        action={<Button variant="secondary" onPress={narrowing.showAll}>Ver todo</Button>}
      >
        Probá con otras palabras o quitá el filtro.
      </EmptyState>
    );
  }
  if (items.length === 0) return empty;
  return (
    <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? "opacity-60" : undefined}>
      <GrowingList
        hasMore={list.hasNextPage}
        isLoadingMore={list.isFetchingNextPage}
        hasFailed={list.isFetchNextPageError}
        onMore={() => list.fetchNextPage()}
      >
        {items.map(children)}
      </GrowingList>
    </div>
  );
}
