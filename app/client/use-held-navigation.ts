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
    return isOfLayer || (hasUnsaved() && currentLocation.pathname !== nextLocation.pathname);
  });
  const { state, reset } = blocker;
  useEffect(() => {
    if (state !== "blocked" || !isForLayer) return;
    reset();
    closeTopLayer();
  }, [state, reset, isForLayer]);
  return state === "blocked" && !isForLayer ? { leave: blocker.proceed, stay: blocker.reset } : null;
}
