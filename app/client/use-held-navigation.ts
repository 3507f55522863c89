import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { closeTopLayer, isStepOfLayer } from "../ui/open-layers.ts";
import { hasUnsaved } from "./unsaved.ts";

/**
 * Holds navigation back: Back closes an open layer first, and leaving unsaved input asks first. Returns the callbacks
 * that answer this question while it is open, else null. Call it once a page: a router has one blocker.
 */
export function useHeldNavigation(): { leave: () => void; stay: () => void } | null {
  const [isForLayer, setForLayer] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isOfLayer = historyAction === "POP" && isStepOfLayer();
    setForLayer(isOfLayer);
    return isOfLayer || (hasUnsaved() && pageOf(currentLocation) !== pageOf(nextLocation));
  });
  const { state, reset } = blocker;
  useEffect(() => {
    if (state !== "blocked" || !isForLayer) return;
    reset();
    closeTopLayer();
  }, [state, reset, isForLayer]);
  return state === "blocked" && !isForLayer ? { leave: blocker.proceed, stay: blocker.reset } : null;
}

/** The page of an address: its path, and the part of a screen that it names. */
const pageOf = ({ pathname, search }: { pathname: string; search: string }) =>
  `${pathname} ${/parte=\w+/.exec(search)?.[0]}`;
