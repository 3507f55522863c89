import type { Browser, BrowserContext, CDPSession } from "@playwright/test";

const STORED = "cookies,local_storage,indexeddb,cache_storage,file_systems,service_workers";

/** A reusable context. Its first page stays open between tests, which keeps the renderer and its compiled scripts alive. */
type Pooled = { context: BrowserContext; url: string; devtools: CDPSession };

const inUse = new Map<BrowserContext, Pooled>();
const spare: Pooled[] = [];

/**
 * An empty browser context at a server, with the project's options. Reuses an emptied one of an earlier test of this worker if there is
 * one. A test that changes the context itself (permissions, clock, scripts for each page) must close it.
 */
export async function takeContext(browser: Browser, url: string): Promise<BrowserContext> {
  const found = spare.findIndex((each) => each.url === url);
  const pooled =
    found < 0
      ? await openPooled(await browser.newContext({ baseURL: url, locale: "es-AR" }), url)
      : spare.splice(found, 1)[0]!;
  inUse.set(pooled.context, pooled);
  return pooled.context;
}

async function openPooled(context: BrowserContext, url: string): Promise<Pooled> {
  const page = await context.newPage();
  await page.goto(`${url}/favicon.svg`);
  const pooled = { context, url, devtools: await context.newCDPSession(page) };
  context.on("close", () => {
    inUse.delete(context);
    if (spare.includes(pooled)) spare.splice(spare.indexOf(pooled), 1);
  });
  return pooled;
}

/** The contexts of a browser that are in use. */
export const contextsInUse = (browser: Browser) =>
  new Set(browser.contexts().filter((context) => !spare.some((pooled) => pooled.context === context)));

/** Empties a context for a later test, or closes it when `takeContext` did not return it. */
export async function giveBack(context: BrowserContext): Promise<void> {
  const pooled = inUse.get(context);
  if (!pooled) return context.close();
  inUse.delete(context);
  const [, ...opened] = context.pages();
  await Promise.all(opened.map((page) => page.close()));
  await context.setOffline(false);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await pooled.devtools.send("Storage.clearDataForOrigin", { origin: pooled.url, storageTypes: STORED });
  await context.clearCookies();
  spare.push(pooled);
}
