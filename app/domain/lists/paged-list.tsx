import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { GrowingList } from "../../ui/growing-list.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";

type Page<Item> = { items: Item[]; next: string | null };
type List<Item> = UseInfiniteQueryResult<InfiniteData<Page<Item>>>;

type PagedListProps<Item> = {
  list: List<Item>;
  /** What a failure to load says. */
  failure: string;
  /** What stands in place of the list where there is nothing to show at all. */
  empty: ReactNode;
  /** Whether a search or filter is at work, and how to undo it. */
  narrowing?: { isNarrowed: boolean; showAll: () => void };
  hasPhoto?: boolean;
  /** Two cards side by side where there is room. */
  isWide?: boolean;
  children: (item: Item) => ReactNode;
};

/** A list that the server gives in pages, in each of its states. */
export function PagedList<Item>({ list, failure, empty, narrowing, hasPhoto, isWide, children }: PagedListProps<Item>) {
  useGoingOn(list);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending || (items.length === 0 && list.hasNextPage && !list.isError)) {
    return <CardListSkeleton count={4} hasPhoto={hasPhoto} />;
  }
  if (!list.data || (items.length === 0 && list.isError)) {
    return <ErrorState message={failure} onRetry={() => list.refetch()} isRetrying={list.isRefetching} />;
  }
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
        isWide={isWide}
        onMore={() => list.fetchNextPage()}
      >
        {items.map(children)}
      </GrowingList>
    </div>
  );
}

/** A search looks a bounded way further with each page: one that found nothing is followed by the next at once. */
function useGoingOn<Item>({ data, hasNextPage, isFetching, isError, fetchNextPage }: List<Item>) {
  const mustGoOn = data?.pages.at(-1)?.items.length === 0 && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (mustGoOn) void fetchNextPage();
  }, [mustGoOn, fetchNextPage]);
}
