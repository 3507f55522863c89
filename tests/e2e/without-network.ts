import type { Page } from "@playwright/test";

/** Waits until the browser has what it shows without a network. */
export function untilReadyForNone(page: Page): Promise<void> {
  return page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => new Promise<void>((done) => {
    if (active?.state === "activated") return done();
    active?.addEventListener("statechange", () => done(), { once: true });
  })));
}

/** What this browser keeps to show without a network, as it lies there; null for nothing. */
export function lastSeen(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("last-seen"));
}
