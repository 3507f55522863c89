import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { expect, openAs, test } from "./page.ts";

const ana = like(cast.ana, `Ana Aprieta ${Date.now()}`);

test.beforeAll(({ baseURL }) => enter(baseURL!, ana, "sign up"));

/** A patient's cases on a phone. */
async function casesOnPhone(page: Page) {
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByText("Todavía no publicaste ningún caso")).toBeVisible();
  return page;
}

test(
  "a press is answered with a picture before what it opens is made",
  { tag: "@operations/full" },
  async ({ browser, baseURL }) => {
    const page = await casesOnPhone(await openAs(browser, baseURL!, ana, "/dashboard/patient/cases"));
    const opened = await page.getByRole("button", { name: "Abrir menú" }).evaluate((button: HTMLElement) => {
      const isOpen = () => document.querySelector("[role=dialog]") !== null;
      button.click();
      const atOnce = isOpen();
      return new Promise((resolve) => requestAnimationFrame(() => resolve({ atOnce, beforePicture: isOpen() })));
    });
    expect(opened).toEqual({ atOnce: false, beforePicture: false });
    await expect(page.getByRole("dialog", { name: "Menú" })).toBeVisible();
  },
);

test("presses that come before the picture are one", { tag: "@operations/full" }, async ({ browser, baseURL }) => {
  const page = await casesOnPhone(await openAs(browser, baseURL!, ana, "/dashboard/patient/cases"));
  const before = await page.evaluate(() => history.length);
  await page
    .getByRole("button", { name: "Crear Caso" })
    .first()
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

test(
  "a page that is not painted does not keep a press waiting",
  { tag: "@operations/full" },
  async ({ browser, baseURL }) => {
    const unpainted = (page: Page) => void page.addInitScript(() => (window.requestAnimationFrame = () => 0));
    const page = await casesOnPhone(await openAs(browser, baseURL!, ana, "/dashboard/patient/cases", unpainted));
    await page.getByRole("button", { name: "Abrir menú" }).click();
    await expect(page.getByRole("dialog", { name: "Menú" })).toBeVisible();
  },
);
