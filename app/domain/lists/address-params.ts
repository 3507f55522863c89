import { useEffect, useRef, useState } from "react";
import { useNavigation, useSearchParams } from "react-router";
import { useIntendedParams } from "../../client/intended-params.ts";

const TYPING_PAUSE_MS = 300;

/** The search parameters of the URL. `set` writes the given ones, or removes those without a value, and keeps the others. */
export function useAddressParams() {
  const [params, setParams] = useSearchParams();
  const intended = useIntendedParams();
  return {
    params,
    set(values: Record<string, string | null>) {
      const next = intended.read();
      for (const [name, value] of Object.entries(values)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      intended.tell(next);
      setParams(next, { replace: true, preventScrollReset: true });
    },
  };
}

/** A debounced text input; it also follows `stored` when that changes by other means. */
export function useTyping(stored: string, store: (text: string) => void): [string, (text: string) => void] {
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
      if (text === lastStored.current) return;
      lastStored.current = text;
      store(text);
    }, TYPING_PAUSE_MS);
  };
  return [
    typed,
    (text) => {
      setTyped(text);
      storeLater(text.trim());
    },
  ];
}
