import { useEffect, useSyncExternalStore } from "react";

let latest: string | null = null;
const listeners = new Set<() => void>();

/** Records the build that sent the response. */
export function noteBuild({ headers }: Response): void {
  const build = headers.get("x-build");
  if (build === null || build === latest) return;
  latest = build;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the latest response came from a build other than `own`, the page's. */
export function useNewBuild(own: string): boolean {
  const build = useSyncExternalStore(
    subscribe,
    () => latest,
    () => null,
  );
  return build !== null && build !== own;
}

/** While `isNeeded`, links to other pages do a full load: the chunks of this build may no longer be on the server. */
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
