import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Page, test } from "@playwright/test";

const ROOT = join(import.meta.dirname, "../..");

/** The folder of the picture set; null while tests only check. */
export const PICTURES = process.env["PICTURES"] ? join(ROOT, process.env["PICTURES"]) : null;

/** The folder for pictures in the documentation. */
export const DOCS = join(ROOT, "docs/pictures");

export const SCHEMES = ["light", "dark"] as const;
/** A phone, a tablet and a desktop. */
export const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const;

/** The file name of a picture in its test's folder. */
export const pictureOf = (state: string, width: number, scheme: string) => `${slug(state)}-${width}-${scheme}.png`;

const PATIENCE_MS = 60_000;

const slug = (text: string) =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/\W+/g, " ").trim().replaceAll(" ", "-").toLowerCase();

/** Takes full-page pictures of a page's current state in every size and scheme, and restores its size. */
export async function takePictures(page: Page, folder: string, state: string) {
  const before = page.viewportSize();
  const { file, title, timeout } = test.info();
  // The test's timeout does not include six pictures per state.
  test.setTimeout(timeout + PATIENCE_MS);
  const within = join(folder, /[\w-]+(?=\.spec\.ts$)/.exec(file)?.[0] ?? "", slug(title));
  mkdirSync(within, { recursive: true });
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.evaluate(() => scrollTo(0, 0));
      // An overlay with scrolling content would be cut off.
      const more = await hiddenInDialog(page);
      if (more) await page.setViewportSize({ ...size, height: size.height + more });
      const path = join(within, pictureOf(state, size.width, colorScheme));
      await page.screenshot({ path, fullPage: more === null, animations: "disabled" });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (before) await page.setViewportSize(before);
  // Waits until the layout changes of the resize are done before the test goes on to measure.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** A short name for a page's content, for states without a name. */
export async function nameOf(page: Page): Promise<string> {
  const heading = page.locator("[role=dialog] h2, [role=alertdialog] h2, h1").last();
  return `${++named} ${await heading.textContent()}`.slice(0, 60);
}

let named = 0;

/** How much of a dialog is scrolled out of sight, other than long field texts; null without a dialog. */
function hiddenInDialog(page: Page): Promise<number | null> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].at(-1);
    const parts = [...(dialog?.querySelectorAll(":not(textarea)") ?? [])];
    return dialog === undefined
      ? null
      : Math.max(0, ...parts.map(({ scrollHeight, clientHeight }) => (clientHeight ? scrollHeight - clientHeight : 0)));
  });
}
