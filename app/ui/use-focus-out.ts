import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/** The ref of an element; `onLeft` hears which control inside it loses the focus, and to which other element. */
export function useFocusOut<Part extends HTMLElement>(
  onLeft: (target: Element, next: Element | null) => void,
): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const hear = useEffectEvent(onLeft);
  useEffect(() => {
    const element = part.current;
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) =>
      target instanceof Element && hear(target, relatedTarget instanceof Element ? relatedTarget : null);
    element?.addEventListener("focusout", onFocusOut);
    return () => element?.removeEventListener("focusout", onFocusOut);
  }, []);
  return part;
}
