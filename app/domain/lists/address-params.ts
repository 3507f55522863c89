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
    /** A parameter as it will be once a navigation that has begun arrives: the next step of two quick ones begins there. */
    coming: (name: string) => intended.read().get(name),
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

type Typing = [
  typed: string,
  type: (text: string) => void,
  /** Shows a text that the caller itself writes to the URL, in place of what is typed. */
  put: (text: string) => void,
];

/** A debounced text input; it also follows `stored` when that changes by other means. */
export function useTyping(stored: string, store: (text: string) => void): Typing {
  const [typed, setTyped] = useState(stored);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // What the URL held last, then what was written to it from here and has not arrived: its arrival must not undo what is typed since.
  const written = useRef([stored]);
  useEffect(() => {
    const arrived = written.current.lastIndexOf(stored);
    if (arrived >= 0) written.current.splice(0, arrived);
    else {
      written.current = [stored];
      clearTimeout(timer.current);
      setTyped(stored);
    }
  }, [stored]);
  const isWritten = (text: string) => text === written.current.at(-1);
  // A navigation may have begun within the pause: writing the URL would cancel it.
  const isNavigating = useRef(false);
  const { state } = useNavigation();
  useEffect(() => void (isNavigating.current = state !== "idle"), [state]);
  const storeLater = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (isNavigating.current) return storeLater(text);
      if (isWritten(text)) return;
      written.current.push(text);
      store(text);
    }, TYPING_PAUSE_MS);
  };
  return [
    typed,
    (text) => {
      setTyped(text);
      storeLater(text.trim());
    },
    (text) => {
      clearTimeout(timer.current);
      setTyped(text);
      if (!isWritten(text)) written.current.push(text);
    },
  ];
}
