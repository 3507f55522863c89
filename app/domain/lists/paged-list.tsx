import type { ReactNode } from "react";
import { neverLoaded } from "../../client/never-loaded.ts";
import { plural } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable, type DataTableProps, TableSkeleton } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { GrowingList } from "../../ui/growing-list.tsx";
import { CardListSkeleton } from "../../ui/skeleton.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import { type List, useMore } from "./more.ts";

type PagedListProps<Item> = {
  list: List<Item>;
  /** The message of a failed load. */
  failure: string;
  /** Shown when the unfiltered list is empty. */
  empty: ReactNode;
  /** Whether a search or filter is active, and how to reset it. */
  narrowing?: { isNarrowed: boolean; showAll: () => void };
  hasPhoto?: boolean;
  /** The number of skeleton cards while loading; 4 by default. */
  expected?: number;
  /** The lines of a skeleton card, so that it has the height of a loaded card. */
  lines?: number;
  /** Two columns where there is room. */
  isWide?: boolean;
  /** From 768 px on the children are low rows of one surface (`QueueRow`). */
  hasRows?: boolean;
  /** The items that come first, under a heading of their own; the others follow under `rest`. */
  lead?: { title: string; rest: string; has: (item: Item) => boolean };
  /** The items that stand behind the others. */
  behind?: (item: Item) => boolean;
  /** The items that are folded away after the others, under one title. */
  last?: { title: string | ((count: number) => string); has: (item: Item) => boolean };
  /** Items of another list that come before the others, and once. */
  first?: readonly Item[];
  /** The table that replaces the list from 768 px on. */
  table?: DataTableProps<Item>;
  children: (item: Item, isGrouped: boolean) => ReactNode;
};

/** A paged list in each of its states. */
export function PagedList<Item extends { id: string }>(props: PagedListProps<Item>) {
  const { list, narrowing, first = [] } = props;
  const { isLoadingMore, loadMore } = useMore(list);
  const listed = list.data?.pages.flatMap((page) => page.items) ?? [];
  const items = [...first, ...listed.filter(({ id }) => !first.some((item) => item.id === id))];
  return (
    <>
      {narrowing && (
        <p role="status" className="sr-only">
          {narrowing.isNarrowed && isSettled(list) && found(items.length, list.hasNextPage)}
        </p>
      )}
      <Content {...props} items={items} isLoadingMore={isLoadingMore} onMore={loadMore} />
    </>
  );
}

type ContentProps<Item> = PagedListProps<Item> & { items: Item[]; isLoadingMore: boolean; onMore: () => void };

function Content<Item>(props: ContentProps<Item>) {
  const {
    list,
    items,
    isLoadingMore,
    onMore,
    failure,
    empty,
    narrowing,
    hasPhoto,
    expected = 4,
    lines,
    isWide,
    hasRows = false,
    lead,
    behind,
    last,
    table,
    children,
  } = props;
  const isDesktop = useIsWide();
  const isTable = isDesktop && table !== undefined;
  const areRows = isDesktop && hasRows;
  if (neverLoaded(list) || (items.length === 0 && list.isError)) {
    return <ErrorState message={failure} onRetry={() => list.refetch()} isRetrying={list.isFetching} />;
  }
  if (list.isPending || (items.length === 0 && list.hasNextPage)) {
    if (isTable || areRows) return <TableSkeleton />;
    return <CardListSkeleton count={expected} hasPhoto={hasPhoto} isWide={isWide} lines={lines} />;
  }
  if (items.length === 0 && narrowing?.isNarrowed) {
    return (
      <EmptyState
        title="No encontramos resultados"
        action={
          <Button variant="secondary" onPress={narrowing.showAll}>
            Ver todo
          </Button>
        }
      >
        Probá con otras palabras o quitá el filtro.
      </EmptyState>
    );
  }
  if (items.length === 0) return empty;
  const first = lead ? items.filter(lead.has) : [];
  const isGrouped = first.length > 0;
  const folded = last ? items.filter(last.has) : [];
  const others = items.filter((item) => !(isGrouped && lead?.has(item)) && !last?.has(item));
  const rest = behind ? [...others.filter((item) => !behind(item)), ...others.filter(behind)] : others;
  const growing = { hasMore: list.hasNextPage, isLoadingMore, neverLoaded: list.isFetchNextPageError, onMore };
  return (
    <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? "opacity-60" : undefined}>
      {isGrouped && (
        <section aria-labelledby="lead-items" className="mb-8">
          <h2 id="lead-items" className="mb-3 text-xl">
            {lead?.title}
          </h2>
          <ul className={isWide ? "grid gap-4 lg:grid-cols-2" : "grid gap-4"}>
            {first.map((item) => children(item, true))}
          </ul>
        </section>
      )}
      {isGrouped && rest.length > 0 && <h2 className="mb-3 text-xl">{lead?.rest}</h2>}
      {isTable ? (
        <DataTable {...table} {...growing} items={items} />
      ) : (
        <GrowingList {...growing} isWide={isWide} hasRows={areRows} isClose={table !== undefined}>
          {rest.map((item) => children(item, isGrouped))}
        </GrowingList>
      )}
      {folded.length > 0 && (
        <div className="mt-6">
          <Fold
            title={typeof last?.title === "function" ? last.title(folded.length) : last?.title}
            isOpen={rest.length === 0}
          >
            <ul className={isWide ? "grid gap-4 lg:grid-cols-2" : "grid gap-4"}>
              {folded.map((item) => children(item, isGrouped))}
            </ul>
          </Fold>
        </div>
      )}
    </div>
  );
}

const isSettled = <Item,>({ isPending, isPlaceholderData, isFetchingNextPage, isError }: List<Item>) =>
  !isPending && !isPlaceholderData && !isFetchingNextPage && !isError;

/** Announces the number of search results to screen readers. */
function found(count: number, hasMore: boolean): string {
  if (count === 0) return hasMore ? "" : "Sin resultados";
  return `${plural(count, "resultado", "resultados")}${hasMore ? ", y hay más" : ""}`;
}
