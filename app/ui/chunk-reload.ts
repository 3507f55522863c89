import { useEffect } from "react";
import { createPath, useNavigation } from "react-router";

const RELOADED_KEY = "reloaded-at";
const GOING_KEY = "going-to";
const PAUSE_MS = 60_000;

// The wording differs per browser.
const SENTENCES = /dynamically imported module|importing a module script failed/i;

/** Whether a code chunk failed to load, for example because a new build renamed its files. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && SENTENCES.test(error.message);
}

/** Reloads the page to get all chunks from one build, at most once a minute. Returns whether it reloads. */
export function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) < PAUSE_MS) return false;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  location.reload();
  return true;
}

/** Whether a chunk failed earlier in this document: some browsers then refuse it until the next document, even with the network back. */
let failedBefore = false;

/**
 * Loads a code-split chunk. A missing chunk reloads the page, at most once a minute. After an earlier failure a person's press reloads it too,
 * because this document may be unable to load the chunk. Throws when it does not reload.
 */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!isChunkError(error)) throw error;
    const isAskedAgain = failedBefore && navigator.userActivation?.isActive;
    failedBefore = true;
    if (!navigator.onLine) throw error;
    if (isAskedAgain) location.reload();
    else if (!reloadOnce()) throw error;
    return new Promise<never>(() => undefined);
  }
}

/** When a route's chunk is missing, the router reloads the current page. After that reload this hook opens the intended page. */
export function useResumeAfterReload(): void {
  const { location: next } = useNavigation();
  const target = next && createPath(next);

  useEffect(() => {
    const [from, to] = sessionStorage.getItem(GOING_KEY)?.split(" ") ?? [];
    sessionStorage.removeItem(GOING_KEY);
    const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    // A full load, which needs no chunk of this build: it cannot fail in the same way again.
    if (to && from === location.href && arrival?.type === "reload") location.assign(to);
  }, []);

  useEffect(() => {
    if (!target) return;
    sessionStorage.setItem(GOING_KEY, `${location.href} ${target}`);
    return () => sessionStorage.removeItem(GOING_KEY);
  }, [target]);
}
