import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

const SURROUNDINGS = "[role=dialog], [role=alertdialog], main";

type Heir = (leaving: HTMLElement) => HTMLElement | null | undefined;

/**
 * When a part of the page is removed with the focus in it, the focus moves to `heir`: by default the surrounding dialog or
 * main element.
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

/** The topmost dialog, else the main element. */
export function underneath(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(SURROUNDINGS)].at(-1);
}

const RETURN_MS = 100;

/**
 * Placed in a dialog: when it closes and its opener is gone, the focus moves to the card that took the opener's place, as in another group
 * of its list, else to what is under the dialog.
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

/** The body has the focus, or the main element, to which a dialog that closed a moment before has moved it. */
function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || (activeElement?.localName === "main" && activeElement === underneath());
}

/** When a card leaves its list with the focus, the focus moves to the card that took its place, as in another group. */
export function useFocusOnSuccessor(card: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      if (document.activeElement !== element) return;
      // The other one is in the page when this change of it is complete.
      queueMicrotask(() => successorOf(element)?.focus({ preventScroll: true }));
    };
  }, [card]);
}

function successorOf(opener: Element | null): HTMLElement | undefined {
  if (opener?.isConnected || !opener?.hasAttribute("data-card-control")) return undefined;
  const cards = document.querySelectorAll<HTMLElement>("[data-card-control]");
  return [...cards].find((card) => card.textContent === opener.textContent);
}
