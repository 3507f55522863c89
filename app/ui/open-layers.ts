import { useEffect, useEffectEvent } from "react";

/** Only in browsers: the open layers without an address, the topmost last, each as the function that closes it. */
const layers: (() => void)[] = [];
let isOwnStep = false;

/** While `isOpen`, Back closes this layer instead of changing the page beneath. Not for dialogs that have an address. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const layer = () => latest();
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
}

/** Whether Back, if a person pressed it, belongs to an open layer. Call it once for each step back. */
export function isStepOfLayer(): boolean {
  const isOwn = isOwnStep;
  isOwnStep = false;
  return !isOwn && layers.length > 0;
}

/** Closes the topmost layer. */
export function closeTopLayer(): void {
  layers.at(-1)?.();
}

/** Goes back by `go`; the step is the product's own and closes no layer. */
export function stepBack(go: () => void): void {
  isOwnStep = true;
  go();
}
