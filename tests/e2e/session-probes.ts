import type { Page } from "@playwright/test";

type KeptSession = { access_token: string; refresh_token: string; expires_at: number; user: object };
type Framed = { frames: string[] };

/** The session stored in this browser, or null. */
export function keptSession(page: Page): Promise<KeptSession | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("session") ?? "null") as KeptSession | null);
}

/** Makes the stored session expire in `secondsLeft` by the page's clock; below zero it is expired. */
export async function changeKeptSession(page: Page, { secondsLeft }: { secondsLeft: number }): Promise<void> {
  await page.evaluate((seconds) => {
    const session = JSON.parse(localStorage.getItem("session") ?? "{}") as KeptSession;
    localStorage.setItem(
      "session",
      JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + seconds }),
    );
  }, secondsLeft);
}

/** Collects the times (ms) at which the page refreshes the session from now on. */
export function refreshesOf(page: Page): number[] {
  const moments: number[] = [];
  page.on("request", (request) => {
    if (request.url().includes("grant_type=refresh_token")) moments.push(performance.now());
  });
  return moments;
}

/** Simulates that the tab was hidden or shown; a headless browser hides none. */
export async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}

/** From now on, and in each document opened later, records every distinct text rendered in a frame. */
export async function keepFrames(page: Page): Promise<void> {
  const keep = () => {
    const frames: string[] = [];
    Object.assign(globalThis, { frames });
    const look = () => {
      const text = document.body?.innerText ?? "";
      if (frames.at(-1) !== text) frames.push(text);
      requestAnimationFrame(look);
    };
    look();
  };
  await page.addInitScript(keep);
  await page.evaluate(keep);
}

/** The texts that `keepFrames` recorded in the open document. */
export function shownFrames(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as Framed).frames);
}
