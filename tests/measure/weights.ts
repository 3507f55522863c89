// npm run weights: what each screen brings to a phone that was never here, and when it can be used at a quarter of the CPU.
import { type Browser, chromium, type Page } from "@playwright/test";
import { findChromium } from "../../bin/chromium.mjs";
import { cast, type CastMember } from "../../db/cast.ts";
import { openAs } from "../e2e/page.ts";
import { addresses } from "../e2e/screens.table.ts";
import { withDemo } from "./demo-program.ts";

const SLOWDOWN = 4;
const ROUNDS = 3;
const KINDS = { document: "page", script: "scripts", stylesheet: "styles", font: "letters", image: "pictures", fetch: "calls", eventsource: "calls" } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

/** Milliseconds from the first request: the largest picture of the page, and until React holds all of what the server sent. */
type Times = { painted: number; usable: number };
type Weighed = Times & { bytes: Record<Kind, number>; calls: number };

declare global {
  interface Window {
    times: Times;
  }
}

await withDemo(async (url) => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-background-networking"] });
  console.log("| screen | page | scripts | styles | letters | pictures | calls | painted | usable |\n|---|---|---|---|---|---|---|---|---|");
  for (const [path, member] of Object.entries(await screens(url))) {
    const rounds: Weighed[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await weigh(browser, url, path, member));
    const { bytes, calls } = rounds[0]!;
    const kilobytes = (kind: Kind) => (bytes[kind] / 1_000).toFixed(1);
    const median = (name: keyof Times) => Math.round(rounds.map((each) => each[name]).toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0);
    console.log(`| \`${path}\` | ${(["page", "scripts", "styles", "letters", "pictures"] as const).map(kilobytes).join(" | ")} | ${calls}, ${kilobytes("calls")} | ${median("painted")} | ${median("usable")} |`);
  }
  await browser.close();
});

/** Each address that is somebody's, with whose. */
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

async function weigh(browser: Browser, url: string, path: string, member: CastMember | null): Promise<Weighed> {
  const bytes: Record<Kind, number> = { page: 0, scripts: 0, styles: 0, letters: 0, pictures: 0, calls: 0 };
  let calls = 0;
  const prepare = async (page: Page) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.addInitScript(observe);
    await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    page.on("request", (request) => {
      if (request.resourceType() === "fetch") calls++;
    });
    page.on("requestfinished", async (request) => {
      const kind = KINDS[request.resourceType() as keyof typeof KINDS];
      if (kind) bytes[kind] += (await request.sizes()).responseBodySize;
    });
  };
  const page = await openAs(browser, url, member, path, prepare);
  await page.waitForFunction(() => window.times.usable > 0);
  await page.waitForTimeout(2_000);
  const times = await page.evaluate(() => window.times);
  await page.context().close();
  return { ...times, bytes, calls };
}

/** Runs in the page, before its own scripts. React leaves a property on each element that it holds. */
function observe() {
  window.times = { painted: 0, usable: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.times.painted = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  const isHeld = (element: Element | null | undefined) => !!element && Object.keys(element).some((key) => key.startsWith("__reactFiber"));
  const look = () => {
    const all = document.querySelectorAll("main, main *");
    if (isHeld(all[0]) && isHeld(all[all.length - 1])) window.times.usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
