import { useEffect } from "react";

/** Only in browsers: the forms with unsaved input. */
const unsaved = new Set<symbol>();
let isLeaving = false;
/** Reads that began while the user was leaving. */
const waiting = new Set<() => void>();

/** While `isNeeded`, leaving the page needs a confirmation: the product asks for its own links and Back, the browser for the rest. */
export function useWarningBeforeLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const form = Symbol();
    unsaved.add(form);
    const warn = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => {
      unsaved.delete(form);
      removeEventListener("beforeunload", warn);
    };
  }, [isNeeded]);
}

/** Whether a form has unsaved input that leaving would discard. */
export function hasUnsaved(): boolean {
  return unsaved.size > 0 && !isLeaving;
}

/**
 * Resolves at once; while the user leaves deliberately, when they stay after all. A read that began as the session ends would be refused, and the
 * browser logs refusals as errors.
 */
export async function untilStaying(): Promise<void> {
  if (isLeaving) await new Promise<void>((resolve) => waiting.add(resolve));
}

/** Notes that the user leaves deliberately, by signing out or deleting the account, or stays after all. */
export function noteLeaving(isOnTheWay: boolean): void {
  isLeaving = isOnTheWay;
  if (isOnTheWay) return;
  for (const go of waiting) go();
  waiting.clear();
}
