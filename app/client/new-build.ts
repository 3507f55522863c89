import { useEffect, useSyncExternalStore } from "react";

let heard: string | null = null;
const listeners = new Set<() => void>();

/** Takes note of the build that answered. */
export function noteBuild({ headers }: Response): void {
  const build = headers.get("x-build");
  if (build === null || build === heard) return;
  heard = build;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server was last heard to run another build than `own`, that of this page. */
export function useNewBuild(own: string): boolean {
  const build = useSyncExternalStore(subscribe, () => heard, () => null);
  return build !== null && build !== own;
}

/** While `isNeeded`, links to other pages load them anew: what this page would load for them may be gone from the server. */
export function useFreshPages(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const leaveToBrowser = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (link?.origin === location.origin && link.pathname !== location.pathname) event.stopPropagation();
    };
    addEventListener("click", leaveToBrowser, true);
    return () => removeEventListener("click", leaveToBrowser, true);
  }, [isNeeded]);
}
