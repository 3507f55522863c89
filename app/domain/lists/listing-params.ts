import { useEffect, useRef, useState } from "react";
import { useNavigation, useSearchParams } from "react-router";
import { type AnyOrder, SEARCH_MAX } from "./search-and-order.ts";

const TYPING_PAUSE_MS = 300;
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
  const [params, setParams] = useSearchParams();
  const search = (params.get(SEARCH) ?? "").slice(0, SEARCH_MAX);
  const named = orders.find((each) => ORDER_NAMES[each] === params.get(ORDER)) ?? ("newest" as Order);
  // Search results are ordered by age.
  const order = search !== "" && named !== "oldest" ? ("newest" as Order) : named;
  const filter = filters.find((value) => value === params.get(FILTER)) ?? null;

  // The intended URL parameters: a second change may follow before the page has received the first.
  const intended = useRef(params);
  useEffect(() => {
    intended.current = params;
  }, [params]);
  const go = (next: URLSearchParams) => {
    intended.current = next;
    setParams(next, { replace: true, preventScrollReset: true });
  };
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(intended.current);
    if (value) next.set(name, value);
    else next.delete(name);
    go(next);
  };
  const [typed, setTyped] = useTyping(search, (text) => set(SEARCH, text.trim()));

  return {
    /** The input of the list's procedure. */
    input: { search: search || null, order },
    filter,
    typed,
    setTyped,
    /** The orders to choose from. */
    orders:
      search === "" ? orders : (orders.filter((each) => each === "newest" || each === "oldest") as readonly Order[]),
    setOrder: (next: string) => set(ORDER, ORDER_NAMES[orders.find((each) => each === next) ?? "newest"]),
    setFilter: (next: Filter | null) => set(FILTER, next),
    isNarrowed: search !== "" || filter !== null,
    showAll: () => {
      setTyped("");
      const kept = ORDER_NAMES[order];
      go(new URLSearchParams(kept ? { [ORDER]: kept } : {}));
    },
  };
}

export type ListingControl = ReturnType<typeof useListing<string, AnyOrder>>;

/** A debounced text input; it also follows `stored` when that changes by other means. */
function useTyping(stored: string, store: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(stored);
  const lastStored = useRef(stored);
  useEffect(() => {
    if (stored === lastStored.current) return;
    lastStored.current = stored;
    setTyped(stored);
  }, [stored]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // A navigation may have begun within the pause: writing the URL would cancel it.
  const isNavigating = useRef(false);
  const { state } = useNavigation();
  useEffect(() => void (isNavigating.current = state !== "idle"), [state]);
  const storeLater = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (isNavigating.current) return storeLater(text);
      lastStored.current = text.trim();
      store(text);
    }, TYPING_PAUSE_MS);
  };
  return [
    typed,
    (text) => {
      setTyped(text);
      storeLater(text);
    },
  ];
}
