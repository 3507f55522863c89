import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type Order, SEARCH_MAX } from "./listing.ts";

const TYPING_PAUSE_MS = 300;
const SEARCH = "buscar";
const ORDER = "orden";
const FILTER = "filtro";
const OLDEST_FIRST = "antiguos";

/**
 * The search, filter and order of a list, stored in the URL; the search is debounced. `filters` are the valid filter values; any other
 * value in the URL is ignored.
 */
export function useListing<Filter extends string = never>(filters: readonly Filter[] = []) {
  const [params, setParams] = useSearchParams();
  const search = (params.get(SEARCH) ?? "").slice(0, SEARCH_MAX);
  const order: Order = params.get(ORDER) === OLDEST_FIRST ? "oldest" : "newest";
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
    setOrder: (next: Order) => set(ORDER, next === "oldest" ? OLDEST_FIRST : null),
    setFilter: (next: Filter | null) => set(FILTER, next),
    isNarrowed: search !== "" || filter !== null,
    showAll: () => {
      setTyped("");
      go(new URLSearchParams(order === "oldest" ? { [ORDER]: OLDEST_FIRST } : {}));
    },
  };
}

export type ListingControl = ReturnType<typeof useListing<string>>;

/** A debounced text input; it also follows `kept` when that changes by other means. */
function useTyping(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState(kept);
  const passedOn = useRef(kept);
  useEffect(() => {
    if (kept === passedOn.current) return;
    passedOn.current = kept;
    setTyped(kept);
  }, [kept]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      passedOn.current = text.trim();
      keep(text);
    }, TYPING_PAUSE_MS);
  };
  return [typed, type];
}
