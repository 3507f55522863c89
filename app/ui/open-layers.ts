import { useEffect, useEffectEvent } from "react";

/** The open layers without a URL, the topmost last, each as the function that closes it. Stays empty on the server. */
const layers: (() => void)[] = [];
let isOwnStep = false;
let leftFrom: object | null = null;

/** While `isOpen`, Back closes this layer instead of changing the page beneath. Not for dialogs that the URL opens. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const layer = () => latest();
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
}

/** Whether a step back closes a layer: the person pressed Back and a layer is open. Call it once for each step back. */
export function isStepOfLayer(): boolean {
  const isOwn = isOwnStep;
  isOwnStep = false;
  return !isOwn && layers.length > 0;
}

/** Closes the topmost layer. */
export function closeTopLayer(): void {
  layers.at(-1)?.();
}

/**
 * Goes back by `go` from the location that the screen shows, as `useLocation` gives it; this step is the application's own and closes no layer.
 * The screen follows the address later: a second step from the same location would leave the page.
 */
export function stepBack(from: object, go: () => void): void {
  if (leftFrom === from) return;
  leftFrom = from;
  isOwnStep = true;
  go();
}
