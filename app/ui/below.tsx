import { type ReactNode, useDeferredValue } from "react";

/** False in the first rendering, then true in a deferred rendering, which presses and keys can interrupt. */
export function useAfterFirst(): boolean {
  return useDeferredValue(true, false);
}

/** Renders the content below the first screenful after it, so that the first screenful can be read and pressed sooner. */
export function Below({ children }: { children: ReactNode }): ReactNode {
  return useAfterFirst() && children;
}
