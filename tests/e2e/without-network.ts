import type { Page } from "@playwright/test";

/** Waits until the browser has cached the offline page. */
export function untilReadyForNone(page: Page): Promise<void> {
  return page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => new Promise<void>((done) => {
    if (active?.state === "activated") return done();
    active?.addEventListener("statechange", () => done(), { once: true });
  })));
}

/** The stored offline snapshot as raw text; null for none. */
export function lastSeen(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("last-seen"));
}
