import { cut } from "../../shared/text/cut.ts";
import { useAddressParams, useTyping } from "./address-params.ts";
import { type AnyOrder, SEARCH_MAX } from "./search-and-order.ts";

const SEARCH = "buscar";
const ORDER = "orden";
const FILTER = "filtro";
/** The orders as the URL names them; newest first is the default and has no name. */
const ORDER_NAMES: Record<AnyOrder, string | null> = {
  newest: null,
  oldest: "antiguos",
  name: "nombre",
  name_down: "nombre-atras",
  status: "estado",
  status_down: "estado-atras",
  stars: "estrellas",
  stars_down: "estrellas-atras",
};
const BY_AGE = ["newest", "oldest"] as const;

/**
 * The search, filter and order of a list, stored in the URL; the search is debounced. `filters` and `orders` are the valid values; any other
 * value in the URL is ignored.
 */
export function useListing<Filter extends string = never, Order extends AnyOrder = "newest" | "oldest">(
  filters: readonly Filter[] = [],
  orders: readonly Order[] = BY_AGE as unknown as readonly Order[],
) {
  const { params, set } = useAddressParams();
  const search = cut(params.get(SEARCH) ?? "", SEARCH_MAX);
  const named = orders.find((each) => ORDER_NAMES[each] === params.get(ORDER)) ?? ("newest" as Order);
  // Search results are ordered by age.
  const order = search !== "" && named !== "oldest" ? ("newest" as Order) : named;
  const filter = filters.find((value) => value === params.get(FILTER)) ?? null;

  const [typed, setTyped, putTyped] = useTyping(search, (text) => set({ [SEARCH]: text }));

  return {
    /** The input of the list's procedure. */
    input: { search: search || null, order },
    filter,
    typed,
    setTyped,
    /** The orders to choose from. */
    orders:
      search === "" ? orders : (orders.filter((each) => each === "newest" || each === "oldest") as readonly Order[]),
    setOrder: (next: string) => set({ [ORDER]: ORDER_NAMES[orders.find((each) => each === next) ?? "newest"] }),
    setFilter: (next: Filter | null) => set({ [FILTER]: next }),
    isNarrowed: search !== "" || filter !== null,
    showAll: () => {
      putTyped("");
      set({ [SEARCH]: null, [FILTER]: null });
    },
  };
}

export type ListingControl = ReturnType<typeof useListing<string, AnyOrder>>;
