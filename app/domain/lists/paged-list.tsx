import { type ReactNode, useState } from "react";
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

type Folded<Item> = { title: string; has: (item: Item) => boolean };

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
  /** The items that come first, under a heading of their own; the others follow, under `rest`. */
  lead?: { title: string; rest?: string; has: (item: Item) => boolean };
  /** The items that stand behind the others. */
  behind?: (item: Item) => boolean;
  /** The items that are folded away after the others, each under the first title that has it. */
  last?: Folded<Item> | readonly Folded<Item>[];
  /** The item that is open beside the list: its fold opens. */
  openId?: string | null;
  /** Items of another list that come before the others, and once. */
  first?: readonly Item[];
  /** How many phones show before the first "Ver más". */
  fewOnPhones?: number;
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

function Content<Item extends { id: string }>(props: ContentProps<Item>) {
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
    openId,
    fewOnPhones = Infinity,
    table,
    children,
  } = props;
  const isDesktop = useIsWide();
  const [isUncut, setUncut] = useState(false);
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
  const folds = last ? [last].flat() : [];
  const foldOf = (item: Item) => folds.find(({ has }) => has(item));
  const folded = folds
    .map((fold) => ({ title: fold.title, within: items.filter((item) => foldOf(item) === fold) }))
    .filter(({ within }) => within.length > 0);
  const others = items.filter((item) => !(isGrouped && lead?.has(item)) && !foldOf(item));
  const rest = behind ? [...others.filter((item) => !behind(item)), ...others.filter(behind)] : others;
  const isCut = !isDesktop && !isUncut && rest.length > fewOnPhones;
  const growing = {
    hasMore: isCut || list.hasNextPage,
    isLoadingMore,
    neverLoaded: list.isFetchNextPageError,
    onMore: isCut ? () => setUncut(true) : onMore,
  };
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
      {isGrouped && rest.length > 0 && lead?.rest && <h2 className="mb-3 text-xl">{lead.rest}</h2>}
      {isTable ? (
        <DataTable {...table} {...growing} items={items} />
      ) : (
        <GrowingList {...growing} isWide={isWide} hasRows={areRows} isClose={table !== undefined}>
          {(isCut ? rest.slice(0, fewOnPhones) : rest).map((item) => children(item, isGrouped))}
        </GrowingList>
      )}
      {folded.map(({ title, within }, n) => (
        <div key={title} className="mt-4">
          {/* Of a list that goes on only those that are loaded are counted. */}
          <Fold
            title={`${title} (${within.length}${list.hasNextPage ? "+" : ""})`}
            isOpen={(n === 0 && rest.length === 0) || within.some(({ id }) => id === openId)}
          >
            <ul className={isWide ? "grid gap-4 lg:grid-cols-2" : "grid gap-4"}>
              {within.map((item) => children(item, isGrouped))}
            </ul>
          </Fold>
        </div>
      ))}
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
