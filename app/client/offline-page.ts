import { useEffect } from "react";

/** Has the browser cache the offline page; nothing else is cached. */
export function useOfflinePage(): void {
  useEffect(() => {
    // Service workers need https or localhost and may be refused: the page works without one.
    if (import.meta.env.PROD) void navigator.serviceWorker?.register("/offline.js").catch(() => undefined);
  }, []);
}
