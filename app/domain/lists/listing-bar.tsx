import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { ListingControl } from "./listing-params.ts";
import { type Order, ORDER_LABELS, ORDERS } from "./listing.ts";

const orders = ORDERS.map((order) => ({ value: order, label: ORDER_LABELS[order] }));

type ListingBarProps<Filter extends string> = {
  listing: Pick<ListingControl, "typed" | "setTyped" | "input" | "setOrder"> & {
    filter: Filter | null;
    setFilter(filter: Filter | null): void;
  };
  searchLabel: string;
  filter?: { label: string; all: string; options: readonly { value: Filter; label: string }[] };
};

/** The search, filter and order of a list. */
export function ListingBar<Filter extends string>(props: ListingBarProps<Filter>) {
  const { listing, searchLabel, filter } = props;
  return (
    <search className="mb-6 grid items-end gap-4 min-[400px]:grid-cols-2 md:grid-cols-none md:auto-cols-fr md:grid-flow-col">
      <div className="min-[400px]:max-md:col-span-2">
        <TextField
          label={searchLabel}
          type="search"
          inputMode="search"
          autoComplete="off"
          value={listing.typed}
          onChange={listing.setTyped}
        />
      </div>
      {filter && (
        <Select
          label={filter.label}
          placeholder={filter.all}
          options={filter.options}
          value={listing.filter ?? ""}
          onChange={(value) =>
            listing.setFilter(filter.options.find((option) => option.value === value)?.value ?? null)
          }
        />
      )}
      <Select
        label="Orden"
        options={orders}
        value={listing.input.order}
        onChange={(order) => listing.setOrder(order as Order)}
      />
    </search>
  );
}
