import { rm } from "node:fs/promises";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../bin/chromium.mjs";
import { makeFolder } from "../support/folder.ts";
import { look, observe, type Seen } from "./until-usable.ts";

const SLOWDOWN = 4;
/** 1.6 Mbit/s each way, and 150 ms until an answer begins. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
/** A first visit stays open until the service worker of the offline page is installed. */
const IDLE_MS = 4_000;
const LONGEST_MS = 30_000;

/** The first visit of a screen with an empty browser, and the second with the same one, which was closed in between. */
export type Visits = { cold: Seen; warm: Seen };

/** Opens a screen twice on a modest phone, with this session in its storage or none. Throws when it does not become usable. */
export async function visitTwice(url: string, path: string, session: object | null): Promise<Visits> {
  const profile = makeFolder("phone");
  try {
    const cold = await visit(profile, url, path, session);
    const warm = await visit(profile, url, path);
    return { cold, warm };
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

/** Visits a page: for the first time when a session, or null for none, is given. */
async function visit(profile: string, url: string, path: string, session?: object | null): Promise<Seen> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-background-networking"],
    locale: "es-AR",
    viewport: { width: 360, height: 740 },
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    if (session) await store(page, url, session);
    await slowDown(context, page);
    await page.addInitScript(observe);
    const pressed = pressWhenShown(page);
    await page.goto(url + path, { waitUntil: "commit" });
    await pressed;
    const seen = await page.evaluate(look);
    if (session !== undefined) await page.waitForTimeout(IDLE_MS);
    return seen;
  } finally {
    await context.close();
  }
}

/** Puts a session into the browser, on a page of the site that loads nothing. */
async function store(page: Page, url: string, session: object) {
  await page.goto(`${url}/healthz`);
  await page.evaluate((text) => localStorage.setItem("session", text), JSON.stringify(session));
}

async function slowDown(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

/** Presses a control as soon as the page says that its content is shown, until a press has an effect. */
async function pressWhenShown(page: Page) {
  let done = () => {};
  const ended = new Promise<void>((resolve, reject) => {
    done = resolve;
    setTimeout(() => reject(new Error(`${page.url()} was not usable`)), LONGEST_MS).unref();
  });
  await page.exposeBinding("contentShown", async (_source, x: number, y: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    // Released elsewhere, so that the press triggers nothing.
    await page.mouse.move(1, 739);
    await page.mouse.up();
  });
  await page.exposeBinding("pressHadEffect", () => done());
  await ended;
}
