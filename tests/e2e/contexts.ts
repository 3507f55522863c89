import type { Browser, BrowserContext, CDPSession } from "@playwright/test";

const STORED = "cookies,local_storage,indexeddb,cache_storage,file_systems,service_workers";

/** A context with the page that keeps its renderer, and with it the compiled scripts, between tests. */
type Kept = { context: BrowserContext; url: string; devtools: CDPSession };

const taken = new Map<BrowserContext, Kept>();
const spare: Kept[] = [];

/**
 * An empty browser context at a server: one of an earlier test of this worker, emptied, where there is one. It has the project's
 * options. A test that changes the context itself (permissions, clock, scripts for each page) closes it.
 */
export async function takeContext(browser: Browser, url: string): Promise<BrowserContext> {
  const found = spare.findIndex((each) => each.url === url);
  const kept =
    found < 0
      ? await keep(await browser.newContext({ baseURL: url, locale: "es-AR" }), url)
      : spare.splice(found, 1)[0]!;
  taken.set(kept.context, kept);
  return kept.context;
}

async function keep(context: BrowserContext, url: string): Promise<Kept> {
  const page = await context.newPage();
  await page.goto(`${url}/favicon.svg`);
  const kept = { context, url, devtools: await context.newCDPSession(page) };
  context.on("close", () => {
    taken.delete(context);
    if (spare.includes(kept)) spare.splice(spare.indexOf(kept), 1);
  });
  return kept;
}

/** The contexts of a browser that are in use. */
export const contextsInUse = (browser: Browser) =>
  new Set(browser.contexts().filter((context) => !spare.some((kept) => kept.context === context)));

/** Empties a context for a later test, or closes it when it was not taken from here. */
export async function giveBack(context: BrowserContext): Promise<void> {
  const kept = taken.get(context);
  if (!kept) return context.close();
  taken.delete(context);
  const [, ...opened] = context.pages();
  await Promise.all(opened.map((page) => page.close()));
  await context.setOffline(false);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await kept.devtools.send("Storage.clearDataForOrigin", { origin: kept.url, storageTypes: STORED });
  await context.clearCookies();
  spare.push(kept);
}
