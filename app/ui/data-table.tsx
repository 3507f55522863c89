import { type ReactNode, useRef, useState } from "react";
import { Icon } from "./icons.tsx";
import { type Growing, MoreEntries } from "./more-entries.tsx";

/** A column: its header, its cells, and the two orders that presses on the header alternate, starting with the first. */
export type Column<Item> = {
  head: string;
  cell: (item: Item) => ReactNode;
  /** The whole text of a cell that may be cut off. */
  text?: (item: Item) => string | null;
  /** Classes: its width, and where the table is too narrow for it, since the panel shows every value. Columns without a width share the rest. */
  width?: string;
  orders?: readonly [first: string, second: string];
  /** The cells hold controls, whose focus outline must not be cut off. */
  hasControls?: boolean;
};

export type DataTableProps<Item> = {
  label: string;
  columns: readonly Column<Item>[];
  idOf: (item: Item) => string;
  /** Rendered before the row's name, such as a photo or a checkbox. */
  renderLead?: (item: Item) => ReactNode;
  /** Whether the row is open beside the table. */
  isOpen?: (item: Item) => boolean;
  /** Opens a row; without it rows cannot be opened. */
  onOpen?: (item: Item) => void;
  order?: string;
  onOrder?: (order: string) => void;
  /** Long values take more lines instead of being cut off. */
  isWhole?: boolean;
};

type RowsProps<Item> = DataTableProps<Item> & Growing & { items: readonly Item[] };

const rowHeight = "h-11 pointer-fine:h-9";
/** The classes of the button that opens a row, the whole of which it covers. */
export const openerLook =
  "max-w-full truncate rounded pr-1 text-left font-semibold after:absolute after:inset-0 hover:text-primary " +
  "focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 " +
  "focus-visible:after:outline-(--focus)";

/**
 * A table whose rows are opened by their first cell. Tab stops at one row's opener only; keys move between rows (see `useRowKeys`). "Ver más"
 * appends the next page and focuses its first row.
 */
export function DataTable<Item>(props: RowsProps<Item>) {
  const { label, columns, items, idOf, isOpen } = props;
  const [currentId, setCurrentId] = useState<string | null>(null);
  const stop = items.find((item) => idOf(item) === currentId) ?? items.find((item) => isOpen?.(item)) ?? items[0];
  const body = useRef<HTMLTableSectionElement>(null);
  return (
    <div className="@container">
      <div className="overflow-hidden rounded-card border border-line bg-surface">
        <table aria-label={label} data-dense className="w-full table-fixed text-left text-sm">
          <thead className="border-b border-line bg-sunken">
            <tr>
              {columns.map((column) => (
                <Head key={column.head} column={column} order={props.order} onOrder={props.onOrder} />
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {items.map((item) => (
              <Row
                key={idOf(item)}
                item={item}
                table={props}
                isStop={item === stop}
                onFocus={() => setCurrentId(idOf(item))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <MoreEntries {...props} entries={body} />
    </div>
  );
}

type RowProps<Item> = { item: Item; table: DataTableProps<Item>; isStop: boolean; onFocus: () => void };

function Row<Item>({ item, table, isStop, onFocus }: RowProps<Item>) {
  const { columns, renderLead, isOpen, onOpen, isWhole = false } = table;
  const cut = isWhole ? "py-0.5 leading-tight wrap-anywhere" : "truncate";
  const [name, ...otherColumns] = columns;
  return (
    <tr
      data-row
      aria-current={isOpen?.(item) || undefined}
      onFocus={onFocus}
      className={`relative border-b border-line last:border-b-0 hover:bg-primary-soft aria-[current]:bg-primary-soft ${rowHeight}`}
    >
      {name && (
        <th scope="row" title={name.text?.(item) ?? undefined} className="px-2.5 font-normal">
          <span className="flex min-w-0 items-center gap-2.5">
            {renderLead && <span className="relative z-1 flex shrink-0 items-center gap-2">{renderLead(item)}</span>}
            {onOpen ? (
              <button
                type="button"
                data-opener
                tabIndex={isStop ? 0 : -1}
                onClick={() => onOpen(item)}
                className={isWhole ? openerLook.replace("truncate", "leading-tight wrap-anywhere") : openerLook}
              >
                {name.cell(item)}
              </button>
            ) : (
              <span className="truncate font-semibold">{name.cell(item)}</span>
            )}
          </span>
        </th>
      )}
      {otherColumns.map((column) => (
        <td
          key={column.head}
          title={column.text?.(item) ?? undefined}
          className={`px-2.5 ${column.hasControls ? "" : cut} ${column.width ?? ""}`}
        >
          {column.cell(item)}
        </td>
      ))}
    </tr>
  );
}

type HeadProps<Item> = {
  column: Column<Item>;
  order?: string | undefined;
  onOrder?: ((order: string) => void) | undefined;
};

/** A column's header; with orders it is a button, and pressing it again changes to the other order. */
function Head<Item>({ column: { head, width = "", orders }, order, onOrder }: HeadProps<Item>) {
  const place = orders?.indexOf(order ?? "") ?? -1;
  const isUp = place >= 0 && !isDown(order ?? "");
  return (
    <th
      scope="col"
      aria-sort={place < 0 ? undefined : isUp ? "ascending" : "descending"}
      className={`truncate px-2.5 font-semibold text-muted ${rowHeight} ${width}`}
    >
      {orders && onOrder ? (
        <button
          type="button"
          onClick={() => onOrder(place === 0 ? orders[1] : orders[0])}
          className="inline-flex h-11 max-w-full items-center gap-1 rounded font-semibold hover:text-primary pointer-fine:h-9"
        >
          <span className="truncate">{head}</span>
          <Icon name="chevron" className={`size-3.5 ${place < 0 ? "opacity-30" : ""} ${isUp ? "rotate-180" : ""}`} />
        </button>
      ) : (
        head
      )}
    </th>
  );
}

/** Whether an order is descending: "newest", or an order whose name ends in "_down". */
const isDown = (order: string) => order === "newest" || order.endsWith("_down");

/** Placeholder of a table while its rows are loading. */
export function TableSkeleton({ rows = 20 }: { rows?: number }) {
  return (
    <>
      <span role="status" className="sr-only">
        Cargando…
      </span>
      <div aria-busy="true" className="overflow-hidden rounded-card border border-line bg-surface">
        {Array.from({ length: rows + 1 }, (_, index) => (
          <div
            key={index}
            className={`flex animate-pulse items-center gap-6 border-b border-line px-2.5 last:border-b-0 ${rowHeight}`}
          >
            <span className="h-3.5 w-1/5 rounded-md bg-line" />
            <span className="h-3.5 w-2/5 rounded-md bg-line" />
            <span className="h-3.5 w-1/6 rounded-md bg-line" />
          </div>
        ))}
      </div>
    </>
  );
}
