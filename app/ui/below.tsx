import { type ReactNode, useDeferredValue } from "react";

/** False at first, true in a second rendering right after it, which presses and keys interrupt. */
export function useAfterFirst(): boolean {
  return useDeferredValue(true, false);
}

/** What stands below the first screenful: rendered after it, so that the first can be read and pressed sooner. */
export function Below({ children }: { children: ReactNode }): ReactNode {
  return useAfterFirst() && children;
}
