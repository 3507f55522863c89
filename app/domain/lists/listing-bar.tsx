import type { ReactNode } from "react";
import { Fold } from "../../ui/fold.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useIsWide } from "../../ui/use-media.ts";
import type { ListingControl } from "./listing-params.ts";
import { type AnyOrder, COLUMN_ORDER_LABELS, ORDER_LABELS } from "./search-and-order.ts";

const LABELS: Record<AnyOrder, string> = { ...ORDER_LABELS, ...COLUMN_ORDER_LABELS };

type ListingBarProps<Filter extends string> = {
  listing: Pick<ListingControl, "typed" | "setTyped" | "setOrder"> & {
    input: { order: AnyOrder };
    orders: readonly AnyOrder[];
    filter: Filter | null;
    setFilter(filter: Filter | null): void;
  };
  searchLabel: string;
  filter?: { label: string; all: string; options: readonly { value: Filter; label: string }[]; isLong?: boolean };
  /** On phones filter and order are folded. */
  isFolded?: boolean;
  /** Further controls at the end. */
  children?: ReactNode;
};

/** The search, filter and order of a list. */
export function ListingBar<Filter extends string>(props: ListingBarProps<Filter>) {
  const { listing, searchLabel, filter, isFolded = false, children } = props;
  const isWide = useIsWide();
  const selects = (
    <>
      {filter && (
        <div
          className={`max-md:order-2 ${filter.isLong ? "max-md:col-span-full md:w-68" : "min-[360px]:max-md:col-span-3 md:w-44"}`}
        >
          <Select
            label={filter.label}
            placeholder={filter.all}
            options={filter.options}
            value={listing.filter ?? ""}
            onChange={(value) =>
              listing.setFilter(filter.options.find((option) => option.value === value)?.value ?? null)
            }
          />
        </div>
      )}
      <div
        className={`max-md:order-2 md:w-52 ${filter && !filter.isLong ? "min-[360px]:max-md:col-span-3" : "max-md:col-span-full"}`}
      >
        <Select
          label="Orden"
          options={listing.orders.map((order) => ({ value: order, label: LABELS[order] }))}
          value={listing.input.order}
          onChange={listing.setOrder}
        />
      </div>
    </>
  );
  const chosen = filter?.options.find(({ value }) => value === listing.filter)?.label ?? filter?.all;
  return (
    <search className="grid grow items-end gap-3 min-[360px]:grid-cols-6 md:flex md:flex-wrap">
      <div
        className={`md:min-w-56 md:grow max-md:[&_label]:whitespace-nowrap ${children ? "min-[360px]:max-md:col-span-4" : "max-md:col-span-full"}`}
        data-search
      >
        <TextField
          label={searchLabel}
          type="search"
          inputMode="search"
          autoComplete="off"
          value={listing.typed}
          onChange={listing.setTyped}
        />
      </div>
      {isFolded && !isWide ? (
        <div className="col-span-full">
          <Fold title={`Filtros: ${chosen}`}>{selects}</Fold>
        </div>
      ) : (
        selects
      )}
      <div className="grid max-md:order-1 min-[360px]:max-md:col-span-2 md:contents">{children}</div>
    </search>
  );
}
