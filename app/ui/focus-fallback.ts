import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

const SURROUNDINGS = "[role=dialog], [role=alertdialog], main";

type Fallback = (leaving: HTMLElement) => HTMLElement | null | undefined;

/**
 * When a part of the page is removed with the focus in it, the focus moves to `fallback`: by default the surrounding dialog
 * or main element.
 */
export function useFocusFallback(part: RefObject<HTMLElement | null>, fallback: Fallback = surroundingsOf) {
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      fallback(element)?.focus({ preventScroll: true });
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the end counts
  }, []);
}

function surroundingsOf(leaving: HTMLElement) {
  return leaving.parentElement?.closest<HTMLElement>(SURROUNDINGS);
}

/** The topmost dialog, else the main element. */
export function underneath(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(SURROUNDINGS)].at(-1);
}

const RETURN_MS = 100;

/**
 * Placed in a dialog. When the dialog closes and its opener was removed, the focus moves to the element whose id the opener names as
 * `data-returns-to`, or to the card that replaced the opener, for example in another group of its list. Without such it moves to the dialog
 * or main element below.
 */
export function FocusReturn() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (!isFocusLost()) return;
        (successorOf(opener) ?? underneath())?.focus({ preventScroll: true });
      }, RETURN_MS);
    },
    [opener],
  );
  return null;
}

/** Whether the body has the focus, or the main element, to which a dialog that has just closed moved it. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || (activeElement?.localName === "main" && activeElement === underneath());
}

/** When a focused card leaves its list, the focus moves to the card that replaced it, for example in another group. */
export function useFocusOnSuccessor(card: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (document.activeElement !== element) return;
      // The replacement is in the page once this change is complete.
      queueMicrotask(() => successorOf(element)?.focus({ preventScroll: true }));
    };
  }, [card]);
}

function successorOf(opener: Element | null): HTMLElement | null | undefined {
  const named = opener?.getAttribute("data-returns-to");
  if (named && !opener?.isConnected) return document.getElementById(named);
  if (opener?.isConnected || !opener?.hasAttribute("data-card-control")) return undefined;
  const cards = document.querySelectorAll<HTMLElement>("[data-card-control]");
  return [...cards].find((card) => card.textContent === opener.textContent);
}
