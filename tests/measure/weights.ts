// npm run weights: what each screen loads on a phone with an empty cache, and when it is usable at a quarter of the CPU.
import { chromium, type Page } from "@playwright/test";
import { findChromium } from "../../bin/chromium.mjs";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { openAs } from "../e2e/page.ts";
import { addresses } from "../e2e/screens.table.ts";
import { withDemo } from "./demo-program.ts";

const SLOWDOWN = 4;
const KINDS = ["page", "scripts", "styles", "letters", "calls"] as const;
type Kind = (typeof KINDS)[number];

/** Milliseconds from the first request: largest contentful paint, and until React has hydrated all server-rendered elements. */
type Times = { painted: number; usable: number };
/** Compressed bytes, and the number of API calls. */
type Weighed = Times & { bytes: Record<Kind, number>; calls: number };

declare global {
  interface Window {
    times: Times;
  }
}

await withDemo(async (url) => {
  console.log(
    "| screen | page | scripts | styles | letters | calls | painted | usable |\n|---|---|---|---|---|---|---|---|",
  );
  for (const [path, member] of Object.entries(await screens(url))) {
    const { bytes, calls, painted, usable } = await weigh(url, path, member);
    const kilobytes = (kind: Kind) => (bytes[kind] / 1_000).toFixed(1);
    console.log(
      `| \`${path}\` | ${KINDS.slice(0, -1).map(kilobytes).join(" | ")} | ${calls}, ${kilobytes("calls")} | ${Math.round(painted)} | ${Math.round(usable)} |`,
    );
  }
});

/** Each address and the user who opens it, or null. */
async function screens(url: string): Promise<Record<string, CastMember | null>> {
  const owners = { nobody: null, patient: cast.ana, kine: cast.carla, admin: cast.elena } as const;
  const profile = /href="(\/kines\/[^"]+)"/.exec(await (await fetch(url)).text())?.[1];
  if (!profile) throw new Error("the landing page names no specialist");
  const found = Object.entries(addresses).flatMap(([path, leadsTo]) => {
    const owner = (Object.keys(owners) as (keyof typeof owners)[]).find((who) => leadsTo[who] === null);
    return owner ? [[path.replace("/kines/:id", profile).replace("*", "no-existe"), owners[owner]] as const] : [];
  });
  return Object.fromEntries(found);
}

/** In a new browser: another page of the same one finds scripts in the memory cache. */
async function weigh(url: string, path: string, member: CastMember | null): Promise<Weighed> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  const prepare = async (page: Page) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.addInitScript(observe);
    await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  };
  const page = await openAs(browser, url, member, path, prepare);
  await page.waitForFunction(() => window.times.usable > 0);
  await page.waitForTimeout(2_000);
  const weighed = await page.evaluate(look);
  await browser.close();
  return weighed;
}

/** Runs in the page once it is idle. */
function look(): Weighed {
  const bytes = { page: 0, scripts: 0, styles: 0, letters: 0, calls: 0 };
  let calls = 0;
  const entries = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource"),
  ] as PerformanceResourceTiming[];
  for (const { entryType, name, encodedBodySize } of entries) {
    const [kind] = Object.entries({
      scripts: /\.js$/,
      styles: /\.css$/,
      letters: /\.woff2$/,
      calls: /\/(rpc|auth\/v1)\//,
    }).find(([, pattern]) => pattern.test(new URL(name).pathname)) ?? [entryType === "navigation" ? "page" : null];
    if (kind === "calls") calls++;
    if (kind) bytes[kind as Kind] += encodedBodySize;
  }
  return { ...window.times, bytes, calls };
}

/** Runs in the page before its own scripts. React leaves a property on each element that it has hydrated. */
function observe() {
  window.times = { painted: 0, usable: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.times.painted = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const isHeld = (element: Element | null | undefined) =>
    !!element && Object.keys(element).some((key) => key.startsWith("__reactFiber"));
  // A static page is usable with its one script.
  addEventListener("DOMContentLoaded", () => {
    if (document.querySelector("script[src^='/static-page.js']")) window.times.usable = performance.now();
  });
  const watch = () => {
    const all = document.querySelectorAll("main, main *");
    if (window.times.usable > 0) return;
    if (isHeld(all[0]) && isHeld(all[all.length - 1])) window.times.usable = performance.now();
    else requestAnimationFrame(watch);
  };
  requestAnimationFrame(watch);
}
