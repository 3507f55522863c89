import { type Browser, expect, test as base, type Page } from "@playwright/test";
import type { CastMember } from "../../app/demo/cast.ts";
import { enter } from "../support/people.ts";
import { violationsOf } from "./axe.ts";
import { nameOf, PICTURES, takePictures } from "./pictures.ts";

/** Waits until no element is fading: meanwhile contrast is lower. */
export async function settled(page: Page) {
  await page.evaluate(async () => {
    // What was just shown starts to fade in at the next frame.
    for (let frames = 0; frames < 2; frames += 1)
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    );
  });
}

/** axe's expected findings on a page with an open suggestion list: the library hides the rest from assistive technology. */
export const BESIDE_A_LIST = ["aria-hidden-focus", "page-has-heading-one", "region"];

/** Fails the test on an accessibility violation (every axe rule but `except`), or takes the pictures. */
export async function expectAccessible(page: Page, except: string[] = []) {
  await settled(page);
  if (PICTURES) return takePictures(page, PICTURES, await nameOf(page));
  const rules = Object.fromEntries(except.map((id) => [id, { enabled: false }]));
  // On a busy machine the page may still be changing.
  await expect.poll(() => violationsOf(page, rules)).toEqual([]);
}

/** Collects a page's problems: script errors, console errors, policy violations. */
export function watch(page: Page, problems: string[]) {
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
}

/** Signs in by the form and waits for the dashboard. */
export async function signIn(page: Page, { email, password }: Pick<CastMember, "email" | "password">) {
  await page.goto("/auth?mode=signin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await page.waitForURL(/\/(dashboard\/|pending-approval)/);
}

/**
 * Opens a new browser context at `path`, already signed in when a user is given: the session is put into the browser's storage.
 * `before` gets the page while it is still empty.
 */
export async function openAs(
  browser: Browser,
  url: string,
  member: CastMember | null,
  path: string,
  before?: (page: Page) => unknown,
): Promise<Page> {
  const session = member && (await (await enter(url, member, "sign in")).auth.getSession()).data.session;
  const localStorage = session ? [{ name: "session", value: JSON.stringify(session) }] : [];
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
  const page = await (await browser.newContext({ locale: "es-AR", baseURL: url, storageState })).newPage();
  await before?.(page);
  await page.goto(path);
  return page;
}

/** A test that fails on any script error, console error or policy violation of its page but those expected, and closes its pages. */
export const test = base.extend<{ expectedProblems: RegExp[]; quiet: undefined }>({
  expectedProblems: [[], { option: true }],
  quiet: [
    async ({ page, browser, expectedProblems }, use) => {
      const problems: string[] = [];
      watch(page, problems);
      const before = browser.contexts();
      await use(undefined);
      // A page left open would keep polling, and mark as seen what later tests wait for.
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.includes(context))
          .map((context) => context.close()),
      );
      expect(problems.filter((problem) => !expectedProblems.some((expected) => expected.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
