import { useEffect } from "react";

/** Has the browser keep the page that it shows without a network; nothing else is kept. */
export function useOfflinePage(): void {
  useEffect(() => {
    // Browsers have it on https and localhost only, and may refuse it: the page does without.
    if (import.meta.env.PROD) void navigator.serviceWorker?.register("/offline.js").catch(() => undefined);
  }, []);
}
