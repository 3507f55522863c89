import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from "react";

/** The longest wait: what has come by then can be used, although what is still missing will move it. */
const MOST_MS = 3_000;

type Settling = { isSettled: boolean; wait: () => () => void };

const Context = createContext<Settling | null>(null);

/**
 * Shows `meanwhile` until all parts of `children` that come late are there: a part that came between others would move a button away from
 * under the finger.
 */
export function Together({ meanwhile, children }: { meanwhile: ReactNode; children: ReactNode }) {
  const [isSettled, setSettled] = useState(false);
  const missing = useRef(0);
  const [wait] = useState(() => () => {
    missing.current += 1;
    return () => {
      missing.current -= 1;
      // The code of a part that has come may wait for its data from this moment on.
      queueMicrotask(() => missing.current === 0 && setSettled(true));
    };
  });
  useLayoutEffect(() => {
    if (missing.current === 0) setSettled(true);
    const timer = setTimeout(() => setSettled(true), MOST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Context value={{ isSettled, wait }}>
      {!isSettled && meanwhile}
      <div hidden={!isSettled}>{children}</div>
    </Context>
  );
}

/** Says whether a part is still missing; returns whether the parts around it are shown. */
export function useTogether(isMissing: boolean): boolean {
  const together = useContext(Context);
  const wait = together?.wait;
  useLayoutEffect(() => (isMissing ? wait?.() : undefined), [isMissing, wait]);
  return together?.isSettled ?? true;
}
