import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, type Route } from "@playwright/test";
import { settled } from "./page.ts";

/** A phone by day and a desk by night. */
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: "light" } as const;
const DESK = { viewport: { width: 1280, height: 800 }, colorScheme: "dark" } as const;
const BOTH: readonly (typeof PHONE | typeof DESK)[] = [PHONE, DESK];

/** Where a passing state is looked at: in both sizes when everything is (SCREENS=full), else what waits in one, what failed in the other. */
export const passing = process.env["SCREENS"] === "full" ? { waiting: BOTH, failed: BOTH } : { waiting: [PHONE], failed: [DESK] };

const NARROWEST = { width: 320, height: 640 };

type Expected = { title: string | RegExp; heading: string | RegExp };

/** Looks at a page as it is now, in each of the sizes: title, one first heading, nothing cut at the side, axe with every rule. */
export async function look(page: Page, { title, heading }: Expected, state: string, sizes = BOTH) {
  await expect.soft(page, state).toHaveTitle(title);
  await expect.soft(page.locator("h1"), state).toHaveText([heading]);
  for (const { viewport, colorScheme } of sizes) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectSound(page, `${state} at ${viewport.width} px`);
  }
  await page.setViewportSize(NARROWEST);
  expect.soft(await cutAtTheSide(page), `${state} at ${NARROWEST.width} px`).toEqual([]);
  await page.setViewportSize(PHONE.viewport);
}

/** Expects that nothing is cut at the side and that axe finds nothing, of all its rules but enhanced contrast. */
async function expectSound(page: Page, state: string) {
  expect.soft(await cutAtTheSide(page), state).toEqual([]);
  // What is scrolled halfway under the bar would count as too small to press.
  await page.evaluate(() => scrollTo(0, 0));
  await settled(page);
  const axe = new AxeBuilder({ page }).setLegacyMode().exclude("[data-live-announcer]").options(everyRule);
  const { violations } = await axe.analyze();
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), state).toEqual([]);
}

const everyRule = {
  rules: Object.fromEntries(
    [
      "css-orientation-lock", "focus-order-semantics", "hidden-content", "label-content-name-mismatch", "p-as-heading",
      "table-fake-caption", "td-has-header", "target-size", "identical-links-same-purpose", "meta-refresh-no-exceptions",
    ].map((id) => [id, { enabled: true }]),
  ),
};

/** What is wider than the page or than the part of it that holds it. */
function cutAtTheSide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) => `${element.localName}.${element.className} ${element.textContent?.slice(0, 40)}`;
    const { clientWidth } = document.documentElement;
    const isScrolled = (element: Element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
    return [...document.querySelectorAll("body *")].filter((element) => {
      const { width, right, left } = element.getBoundingClientRect();
      // An enlarged picture is moved about with the arrow keys.
      if (element.closest("section[tabindex]")) return false;
      if (width <= 1 || element.closest("svg, input, textarea, select, .sr-only, [data-live-announcer]")) return false;
      if (isScrolled(element)) return element.scrollWidth > element.clientWidth + 1 && !element.matches(".truncate, .line-clamp-2, .line-clamp-4");
      return right > clientWidth + 1 || left < -1;
    }).map(nameOf).slice(0, 5);
  });
}

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
  await page.evaluate(() => {
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

/** Walks on with Tab, `steps` times, and gives the elements in which the focus cannot be seen. */
export async function invisibleFocus(page: Page, steps: number): Promise<string[]> {
  const found: string[] = [];
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press("Tab");
    const lost = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const drawn = ["", "::after"].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== "none" && outlineWidth !== "0px";
      });
      const isMarked = drawn || getComputedStyle(element).boxShadow !== "none" || element.matches("[data-focused][class*='data-focused:bg']");
      const { top, bottom } = element.getBoundingClientRect();
      const isInSight = bottom > 0 && top < innerHeight;
      return isMarked && isInSight ? null : element.outerHTML.slice(0, 160);
    });
    if (lost) found.push(lost);
  }
  return found;
}
