import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";

type Page<Item> = { items: Item[]; next: string | null };
export type List<Item> = UseInfiniteQueryResult<InfiniteData<Page<Item>>>;

/**
 * "Ver más" of a list: one press loads one more page, even when a live event reloads the list meanwhile and cancels the page in progress.
 * Each page of a search covers a bounded range; an empty page is followed by the next at once.
 */
export function useMore<Item>(list: List<Item>) {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isError, fetchNextPage } = list;
  const [wanted, setWanted] = useState(0);
  const loaded = data?.pages.length ?? 0;
  if (wanted > 0 && loaded >= wanted) setWanted(0);
  const isPageMissing = hasNextPage && !isError && (loaded < wanted || data?.pages.at(-1)?.items.length === 0);
  const mustFetch = isPageMissing && !isFetching;
  useEffect(() => {
    if (mustFetch) void fetchNextPage();
  }, [mustFetch, fetchNextPage]);
  return {
    isLoadingMore: isFetchingNextPage || (isPageMissing && loaded < wanted),
    loadMore: () => {
      setWanted(loaded + 1);
      void fetchNextPage();
    },
  };
}
