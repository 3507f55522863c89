import { expect, type Page } from "@playwright/test";

/** Waits until the browser has cached the offline page. */
export function untilReadyForNone(page: Page): Promise<void> {
  return page.evaluate(() =>
    navigator.serviceWorker.ready.then(
      ({ active }) =>
        new Promise<void>((done) => {
          if (active?.state === "activated") return done();
          active?.addEventListener("statechange", () => done(), { once: true });
        }),
    ),
  );
}

/** The stored offline snapshot as raw text; null for none. */
export function storedSnapshot(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem("offline-snapshot"));
}

/**
 * Opens an address, and retries when the offline page interrupts the navigation, since that page reloads when it believes to be online.
 * Waits for the scripts, which would fail to load once the network is cut.
 */
export async function openAt(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await expect(page).toHaveURL((url) => url.pathname === path, { timeout: 1_000 });
  }).toPass();
}
