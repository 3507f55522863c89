import { createHash } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { violationsOf } from "./axe.ts";
import { hold, intercept } from "./failing.ts";
import { settled } from "./page.ts";
import { PICTURES, takePictures } from "./pictures.ts";
import { cutAtTheSide, hardToHit, outOfReach } from "./screens.measures.ts";
import { isFull } from "../support/full.ts";

/** A phone in the light scheme and a desktop in the dark one. */
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: "light" } as const;
const DESK = { viewport: { width: 1280, height: 800 }, colorScheme: "dark" } as const;
const BOTH: readonly (typeof PHONE | typeof DESK)[] = [PHONE, DESK];

const NARROWEST = { width: 320, height: 640 };
/** A window of 1280 by 1024 px at 200 % zoom. */
const ENLARGED = { width: 640, height: 512 };

/** The sizes of one look with their extreme windows: all of them in the full form, in the short one half of either. */
const TURNS = isFull
  ? [{ sizes: BOTH, extremes: [ENLARGED, NARROWEST] }]
  : [
      { sizes: [PHONE], extremes: [] },
      { sizes: [], extremes: [ENLARGED] },
      { sizes: [DESK], extremes: [] },
      { sizes: [], extremes: [NARROWEST] },
    ];

type Expected = { title: string | RegExp; heading: string | RegExp };

const softly = expect.configure({ soft: true });

/**
 * Checks a page's title, its one h1 and that its controls are large enough; in each size that nothing overflows at the side and every
 * axe rule; zoomed and on the narrowest phone that every control is reachable. The short form takes one size or window, chosen by the
 * state's name. Takes pictures instead when they are requested.
 */
export async function look(page: Page, { title, heading }: Expected, state: string) {
  await expect.soft(page, state).toHaveTitle(title);
  await expect.soft(page.locator("h1"), state).toHaveText([heading]);
  if (PICTURES) {
    await page.setViewportSize(PHONE.viewport);
    return takePictures(page, PICTURES, state);
  }
  const { sizes, extremes } = TURNS[createHash("sha256").update(state).digest()[0]! % TURNS.length]!;
  for (const { viewport, colorScheme } of sizes) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const sized = `${state} at ${viewport.width} px`;
    // Layout by scripts follows a change of width a moment later.
    await softly.poll(() => cutAtTheSide(page), { message: sized, timeout: 3_000 }).toEqual([]);
    await expectNoViolation(page, sized);
  }
  for (const viewport of extremes) {
    await page.setViewportSize(viewport);
    const lost = async () => [...(await cutAtTheSide(page)), ...(await outOfReach(page))];
    // Overlays are repositioned a moment later.
    await softly
      .poll(lost, { message: `${state} at ${viewport.width} by ${viewport.height} px`, timeout: 3_000 })
      .toEqual([]);
  }
  expect.soft(await hardToHit(page), `${state}: less than 44 px high`).toEqual([]);
  await page.setViewportSize(PHONE.viewport);
}

/** Expects no violation of any axe rule but enhanced contrast. */
async function expectNoViolation(page: Page, state: string) {
  // A control scrolled halfway under the bar would count as too small.
  await page.evaluate(() => scrollTo(0, 0));
  await settled(page);
  // On a busy machine changes of size and scheme may still be in progress.
  await softly.poll(() => violationsOf(page, everyRule), { message: state }).toEqual([]);
}

const everyRule = Object.fromEntries(
  [
    "css-orientation-lock",
    "focus-order-semantics",
    "hidden-content",
    "label-content-name-mismatch",
    "p-as-heading",
    "table-fake-caption",
    "td-has-header",
    "target-size",
    "identical-links-same-purpose",
    "meta-refresh-no-exceptions",
  ].map((id) => [id, { enabled: true }]),
);

/** Holds back a procedure's answers until released. */
export const holdBack = (page: Page, procedure: string) => hold(page, `**/rpc/${procedure}*`);

const broken = {
  status: 500,
  json: { json: { defined: false, code: "INTERNAL_SERVER_ERROR", status: 500, message: "Algo salió mal" } },
};

/** Makes a procedure fail with an internal server error. */
export function breakDown(page: Page, procedure: string): Promise<() => void> {
  return intercept(page, `**/rpc/${procedure}*`, (route) => route.fulfill(broken));
}

/** Starts to sum layout shifts; returns a function that reads the sum. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(async () => {
    // Layout shifts of the resize happen in the next frames.
    for (let frames = 0; frames < 3; frames += 1)
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
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
