import { useEffect, useRef } from "react";
import { createPath, useLocation, useNavigate, useNavigation } from "react-router";

const RELOADED_KEY = "reloaded-at";
const GOING_KEY = "going-to";
const PAUSE_MS = 60_000;

// Each browser has its own words for it.
const SENTENCES = /dynamically imported module|importing a module script failed/i;

/** Whether a part of the program could not be had, as after a new build, whose files have other names. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && SENTENCES.test(error.message);
}

/** Loads the page anew, which brings a whole program of one build; once a minute at most. Says whether it does. */
export function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) < PAUSE_MS) return false;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  location.reload();
  return true;
}

/** A part of a page that is loaded apart; where it is missing, the page is loaded anew. Throws when that did not help. */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!isChunkError(error) || !navigator.onLine || !reloadOnce()) throw error;
    return new Promise<never>(() => undefined);
  }
}

/** The router loads the page anew, where it is, when the screen gone to is missing; this goes on to it afterwards, once. */
export function useResumeAfterReload(): void {
  const { location: next } = useNavigation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isSecondTry = useRef(false);
  const target = next && next.pathname !== pathname ? createPath(next) : null;

  useEffect(() => {
    const left = sessionStorage.getItem(GOING_KEY);
    sessionStorage.removeItem(GOING_KEY);
    const [from, to] = left?.split(" ") ?? [];
    const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    if (!to || from !== location.href || arrival?.type !== "reload") return;
    isSecondTry.current = true;
    void navigate(to);
  }, [navigate]);

  useEffect(() => {
    if (target === null) return;
    if (isSecondTry.current) return () => void (isSecondTry.current = false);
    sessionStorage.setItem(GOING_KEY, `${location.href} ${target}`);
    return () => sessionStorage.removeItem(GOING_KEY);
  }, [target]);
}
