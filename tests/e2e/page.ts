import { type Browser, expect, type Locator, test as base, type Page } from "@playwright/test";
import type { CastMember } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { enter } from "../support/people.ts";
import { violationsOf } from "./axe.ts";
import { giveBack, takeContext, contextsInUse } from "./contexts.ts";
import { nameOf, PICTURES, SCHEMES, takePictures } from "./pictures.ts";

/** No element fades for longer; a headless browser may draw no further frame, and then nothing ends. */
const MOST_FADING_MS = 5_000;

/** Waits until no element is fading, because fading lowers the contrast. */
export async function settled(page: Page) {
  await page.evaluate(async (mostMs) => {
    const fade = async () => {
      // A new element starts to fade in at the next frame.
      for (let frames = 0; frames < 2; frames += 1)
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      await Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map(({ finished }) => finished),
      );
    };
    await Promise.race([fade(), new Promise((ended) => setTimeout(ended, mostMs))]);
  }, MOST_FADING_MS);
}

/** axe's expected findings on a page with an open suggestion list: the library hides the rest from assistive technology. */
export const BESIDE_A_LIST = ["aria-hidden-focus", "page-has-heading-one", "region"];

/** The states that axe examined in this file, whose tests run in order. */
const examined = { file: "", states: new Set<string>() };

/** A page's state for axe: width, scheme, and the kinds of its elements by tag, classes, role and names of attributes. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const kinds = [...document.querySelectorAll("*")].map((element) =>
      [element.localName, element.className, element.role, ...element.getAttributeNames()].join(" "),
    );
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    return [innerWidth, isDark, ...[...new Set(kinds)].toSorted()].join("\n");
  });

/**
 * Fails the test on a violation of any axe rule except `except`, or takes the pictures when they are requested. In the short form axe
 * examines a state only once a file.
 */
export async function expectAccessible(page: Page, except: string[] = []) {
  await settled(page);
  if (PICTURES) return takePictures(page, PICTURES, await nameOf(page));
  const { file } = base.info();
  if (examined.file !== file) Object.assign(examined, { file, states: new Set() });
  const state = `${except} ${await stateOf(page)}`;
  if (!isFull && examined.states.has(state)) return;
  const rules = Object.fromEntries(except.map((id) => [id, { enabled: false }]));
  // On a busy machine the page may still be changing.
  await expect.poll(() => violationsOf(page, rules)).toEqual([]);
  examined.states.add(state);
}

/**
 * At each width, in both schemes (alternating in the short form), fails the test on an accessibility violation, when the page is wider
 * than the window, or when `shown` is not visible.
 */
export async function expectToFitEverywhere(page: Page, shown: Locator, widths: readonly number[] = [360, 768, 1440]) {
  for (const { width, colorScheme } of appearances(widths)) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expect(shown).toBeVisible();
    await expectAccessible(page);
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(client);
  }
}

/** Each width in both schemes; the short form alternates between the schemes. */
export const appearances = (widths: readonly number[]) =>
  widths.flatMap((width, n) =>
    SCHEMES.filter((_, scheme) => isFull || scheme === n % 2).map((colorScheme) => ({ width, colorScheme })),
  );

/** Collects a page's problems: script errors, console errors, policy violations. */
export function watch(page: Page, problems: string[]) {
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.text()} ${message.location().url}`);
  });
}

/** Signs in by the form and waits for the dashboard. */
export async function signInByForm(page: Page, { email, password }: Pick<CastMember, "email" | "password">) {
  await page.goto("/auth?mode=signin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await page.waitForURL(SIGNED_IN);
}

/** The server of this worker. */
const SERVER = `http://localhost:${process.env["E2E_PORT"]}`;
const SIGNED_IN = /\/(dashboard\/|pending-approval)/;

/** Signs in at the server, puts the session into the browser's storage and opens `path`: for tests that are not about signing in. */
export async function signIn(page: Page, member: CastMember, path = "/dashboard") {
  await openWith(page, SERVER, member, path);
  if (path === "/dashboard") await page.waitForURL(SIGNED_IN);
}

async function openWith(page: Page, url: string, member: CastMember, path: string) {
  const { session } = (await (await enter(url, member, "sign in")).auth.getSession()).data;
  const stored = await page.addInitScript((text) => localStorage.setItem("session", text), JSON.stringify(session));
  await page.goto(path);
  await stored.dispose();
}

/**
 * Opens a browser context of its own at `path`, already signed in when a user is given: the session is put into the browser's storage.
 * `before` gets the page while it is still empty.
 */
export async function openAs(
  browser: Browser,
  url: string,
  member: CastMember | null,
  path: string,
  before?: (page: Page) => unknown,
): Promise<Page> {
  const context = await (isOrdinary && url === SERVER
    ? takeContext(browser, url)
    : browser.newContext({ locale: "es-AR", baseURL: url }));
  const page = await context.newPage();
  await before?.(page);
  await (member ? openWith(page, url, member, path) : page.goto(path));
  return page;
}

/** Whether the running test has the project's browser options. */
let isOrdinary = true;

/** The default viewport width. */
const WIDTH = 1_280;

/** Fills a field with suggestions and blurs it, as a tap elsewhere does: its open list, which may load late, hides the rest of the page. */
export async function fillAndLeave(field: Locator, text: string) {
  await field.fill(text);
  await field.blur();
}

/** A test that fails on any unexpected script error, console error or policy violation of its page, and closes its pages. */
export const test = base.extend<{ expectedProblems: RegExp[]; problems: string[] }>({
  expectedProblems: [[], { option: true }],
  problems: [
    async ({ browser, expectedProblems, javaScriptEnabled, serviceWorkers, viewport }, use) => {
      isOrdinary = javaScriptEnabled !== false && serviceWorkers === "block" && viewport?.width === WIDTH;
      const problems: string[] = [];
      const before = contextsInUse(browser);
      await use(problems);
      // A page left open would keep polling, and mark as seen what later tests wait for.
      await Promise.all([...contextsInUse(browser).difference(before)].map(giveBack));
      expect(problems.filter((problem) => !expectedProblems.some((expected) => expected.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ browser }, use) => {
    await use(await (isOrdinary ? takeContext(browser, SERVER) : browser.newContext()));
  },
  page: async ({ page, problems }, use) => {
    watch(page, problems);
    await use(page);
  },
});
export { expect };
