import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enterApproved, like } from "../support/people.ts";
import { expect, openAs, test } from "./page.ts";

const stamp = Date.now();
const carla = like(cast.carla, `Carla Deja ${stamp}`, { license_number: `U ${stamp}` });

/** Closes the page as a user who chooses to stay when the browser asks. */
async function expectsQuestion(page: Page) {
  // A form shows typed text a moment before it guards it.
  await expect
    .poll(() => page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true }))))
    .toBe(false);
  const question = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await question;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
}

async function expectsNoQuestion(page: Page) {
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
}

test("weekly hours that are not saved are asked about before the page is left, and saved ones are not", async ({
  browser,
  baseURL,
}) => {
  await enterApproved(baseURL!, carla);
  const page = await openAs(browser, baseURL!, carla, "/dashboard/kine/profile?parte=horarios");
  await page.getByRole("button", { name: "Agregar horario el martes" }).click();
  await expect(page.getByRole("button", { name: "Quitar horario del martes" })).toBeVisible();
  await expectsQuestion(page);
  await page.getByRole("button", { name: "Guardar horarios" }).click();
  await expect(page.getByText("Horarios actualizados exitosamente")).toBeVisible();
  await expectsNoQuestion(page);
});

test("a new specialist's data that are not saved are asked about before the page is left, and an empty form is not", async ({
  browser,
  baseURL,
}) => {
  const path = "/dashboard/admin/create-kine";
  const page = await openAs(browser, baseURL!, cast.elena, path);
  await page.getByLabel("Nombre completo").fill("Vera");
  await expectsQuestion(page);
  await page.getByLabel("Nombre completo").fill("");
  await expectsNoQuestion(page);
});
