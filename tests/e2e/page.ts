import { type Browser, expect, test as base, type Page } from "@playwright/test";
import type { CastMember } from "../../app/demo/cast.ts";
import { enter } from "../support/people.ts";
import { violationsOf } from "./axe.ts";
import { nameOf, PICTURES, takePictures } from "./pictures.ts";

/** Waits until nothing fades any more: for a moment it has less contrast than it will have. */
export async function settled(page: Page) {
  await page.waitForTimeout(300);
  await page.evaluate(() => Promise.allSettled(
    document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished),
  ));
}

/** What axe says of a page in which a list of suggestions is open: the library hides the rest from assistive technology. */
export const BESIDE_A_LIST = ["aria-hidden-focus", "page-has-heading-one", "region"];

/** Fails the test when the page has an accessibility violation (axe, every rule but `except`), or takes its pictures. */
export async function expectAccessible(page: Page, except: string[] = []) {
  await settled(page);
  if (PICTURES) return takePictures(page, PICTURES, await nameOf(page));
  const rules = Object.fromEntries(except.map((id) => [id, { enabled: false }]));
  // On a busy machine something may still be on its way.
  await expect.poll(() => violationsOf(page, rules), { timeout: 3_000 }).toEqual([]);
}

/** Collects what a page should never say: script errors, console errors, policy violations. */
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
 * Opens a browser of one's own at `path`, already signed in where somebody is named: the session is put where the browser keeps it.
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

/** A test whose page fails it on any script error, console error or policy violation but those it expects; it leaves no page open. */
export const test = base.extend<{ expectedProblems: RegExp[]; quiet: undefined }>({
  expectedProblems: [[], { option: true }],
  quiet: [
    async ({ page, browser, expectedProblems }, use) => {
      const problems: string[] = [];
      watch(page, problems);
      const before = browser.contexts();
      await use(undefined);
      // A page that stayed open would go on looking, and mark as seen what later tests wait for.
      await Promise.all(browser.contexts().filter((context) => !before.includes(context)).map((context) => context.close()));
      expect(problems.filter((problem) => !expectedProblems.some((expected) => expected.test(problem)))).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
