import { expect, type Page, type Route } from "@playwright/test";
import { violationsOf } from "./axe.ts";
import { settled } from "./page.ts";
import { PICTURES, takePictures } from "./pictures.ts";
import { cutAtTheSide, hardToHit, outOfReach } from "./screens.measures.ts";

/** A phone by day and a desk by night. */
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: "light" } as const;
const DESK = { viewport: { width: 1280, height: 800 }, colorScheme: "dark" } as const;
const BOTH: readonly (typeof PHONE | typeof DESK)[] = [PHONE, DESK];

/** Where a passing state is looked at: in both sizes when everything is (SCREENS=full), else what waits in one, what failed in the other. */
export const passing = process.env["SCREENS"] === "full" ? { waiting: BOTH, failed: BOTH } : { waiting: [PHONE], failed: [DESK] };

const NARROWEST = { width: 320, height: 640 };
/** A window of 1280 by 1024 px whose page is shown at 200 %. */
const ENLARGED = { width: 640, height: 512 };

type Expected = { title: string | RegExp; heading: string | RegExp };

const softly = expect.configure({ soft: true });

/**
 * Looks at a page as it is now, in each of the sizes: title, one first heading, nothing cut at the side, axe with every rule;
 * enlarged and on the narrowest phone nothing is out of reach, and a finger hits what it presses. Where pictures are asked for
 * it takes those instead.
 */
export async function look(page: Page, { title, heading }: Expected, state: string, sizes = BOTH) {
  await expect.soft(page, state).toHaveTitle(title);
  await expect.soft(page.locator("h1"), state).toHaveText([heading]);
  if (PICTURES) {
    await page.setViewportSize(PHONE.viewport);
    return takePictures(page, PICTURES, state);
  }
  for (const { viewport, colorScheme } of sizes) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectSound(page, `${state} at ${viewport.width} px`);
  }
  for (const viewport of [ENLARGED, NARROWEST]) {
    await page.setViewportSize(viewport);
    const lost = async () => [...(await cutAtTheSide(page)), ...(await outOfReach(page))];
    // What floats over the page finds its new place a moment later.
    await softly.poll(lost, { message: `${state} at ${viewport.width} by ${viewport.height} px`, timeout: 3_000 }).toEqual([]);
  }
  expect.soft(await hardToHit(page), `${state}: less than 44 px high`).toEqual([]);
  await page.setViewportSize(PHONE.viewport);
}

/** Expects that nothing is cut at the side and that axe finds nothing, of all its rules but enhanced contrast. */
async function expectSound(page: Page, state: string) {
  expect.soft(await cutAtTheSide(page), state).toEqual([]);
  // What is scrolled halfway under the bar would count as too small to press.
  await page.evaluate(() => scrollTo(0, 0));
  await settled(page);
  // On a busy machine what changes with size and scheme may still be on its way.
  await softly.poll(() => violationsOf(page, everyRule), { message: state, timeout: 3_000 }).toEqual([]);
}

const everyRule = Object.fromEntries(
  [
    "css-orientation-lock", "focus-order-semantics", "hidden-content", "label-content-name-mismatch", "p-as-heading",
    "table-fake-caption", "td-has-header", "target-size", "identical-links-same-purpose", "meta-refresh-no-exceptions",
  ].map((id) => [id, { enabled: true }]),
);

/** Keeps a procedure's answers back until they are let go. */
export async function holdBack(page: Page, procedure: string): Promise<() => Promise<void>> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const url = `**/rpc/${procedure}*`;
  await page.route(url, async (route: Route) => {
    await gate;
    await route.fallback();
  });
  return async () => {
    letGo();
    await page.unroute(url);
  };
}

const broken = { status: 500, json: { json: { defined: false, code: "INTERNAL_SERVER_ERROR", status: 500, message: "Algo salió mal" } } };

/** Has a procedure fail as a server fails that found something unforeseen. */
export async function breakDown(page: Page, procedure: string): Promise<() => Promise<void>> {
  const url = `**/rpc/${procedure}*`;
  await page.route(url, (route) => route.fulfill(broken));
  return () => page.unroute(url);
}

/** Starts to sum how far what stood still is pushed about; gives the way to read the sum. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(async () => {
    // What the size of the window has just moved is moved in the frames to come.
    for (let frames = 0; frames < 3; frames += 1) await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    const seen = globalThis as { shifts?: PerformanceEntryList };
    seen.shifts = [];
    new PerformanceObserver((list) => seen.shifts?.push(...list.getEntries())).observe({ type: "layout-shift" });
  });
  return () =>
    page.evaluate(() => {
      const { shifts = [] } = globalThis as { shifts?: PerformanceEntryList };
      return shifts.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
    });
}
