import { type RefObject, useEffect, useLayoutEffect } from "react";

const SURROUNDINGS = "[role=dialog], [role=alertdialog], main";

type Heir = (leaving: HTMLElement) => HTMLElement | null | undefined;

/**
 * When a part of the page goes away with the focus in it, the focus passes to `heir`, by default to the dialog or the
 * main part around it, and not to nowhere.
 */
export function useFocusFallback(part: RefObject<HTMLElement | null>, heir: Heir = surroundingsOf) {
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      heir(element)?.focus({ preventScroll: true });
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the end counts
  }, []);
}

function surroundingsOf(leaving: HTMLElement) {
  return leaving.parentElement?.closest<HTMLElement>(SURROUNDINGS);
}

/** The dialog or main part that is uppermost in the page. */
export function underneath(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(SURROUNDINGS)].at(-1);
}

const RETURN_MS = 100;

/** Part of a dialog: when it has closed and its opener is gone, the focus goes to what is under the dialog. */
export function FocusReturn() {
  useEffect(() => () => {
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      underneath()?.focus({ preventScroll: true });
    }, RETURN_MS);
  }, []);
  return null;
}
