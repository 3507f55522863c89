import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enterApproved, like, type Person } from "../support/people.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";

const stamp = String(Date.now()).slice(-7);
const CHANGED = "Esto cambió mientras lo editabas. Mirá lo último y guardá de nuevo.";

let page: Page;
let kine: Person;
const carla = like(cast.carla, `Carla Pestañas ${stamp}`, { license_number: `Q ${stamp}` });

test.beforeAll(async ({ browser, baseURL }) => {
  kine = await enterApproved(baseURL!, carla);
  page = await openAs(browser, baseURL!, carla, "/dashboard/kine/profile?parte=horarios");
});
test.afterAll(() => page.context().close());

/** Saves what is typed over the list of another tab: it is refused, shown beside it, and saved once its author says so. */
async function saveOver(list: string, button: string, stored: string, done: string) {
  const notice = page.getByRole("alert", { name: list });
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByText(CHANGED)).toBeVisible();
  await expect(notice.getByText(stored)).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Seguir con lo mío" }).click();
  await expect(notice).toHaveCount(0);
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByText(done)).toBeVisible();
}

test("weekly hours of another tab are not overwritten unseen, and a form without changes takes them over", async () => {
  await page.getByRole("button", { name: "Agregar horario el lunes" }).click();
  await kine.api.availabilities.replace({ ranges: [{ weekday: 3, start_time: "10:00", end_time: "12:00" }] });
  await saveOver(
    "Tus horarios cambiaron mientras los editabas.",
    "Guardar horarios",
    "10:00 a 12:00",
    "Horarios actualizados exitosamente",
  );
  expect(await kine.api.availabilities.mine()).toEqual([
    { weekday: 1, start_time: "09:00", end_time: "13:00", place_id: null },
  ]);
  await kine.api.availabilities.replace({ ranges: [{ weekday: 0, start_time: "10:00", end_time: "12:00" }] });
  // What was read less than five seconds ago is not read again.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    const sunday = page.getByRole("group", { name: "Domingo" });
    await expect(sunday.getByText("10:00 a 12:00")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole("group", { name: "Lunes" })).toContainText("Sin horario");
});

test("prices and coverages of another tab are shown beside what is typed, and may be taken over", async () => {
  const parts = page.getByRole("navigation", { name: "Partes de tu perfil" });
  await parts.getByRole("link", { name: /^Precios/ }).click();
  await page.getByLabel("Sesión", { exact: true }).first().fill("30.000");
  await kine.api.prices.save({ prices: [{ modality: "online", session: 21_000, first: null, ten: null }] });
  await saveOver(
    "Tus precios cambiaron mientras los editabas.",
    "Guardar precios",
    "sesión $21.000",
    "Precios actualizados",
  );
  expect(await kine.api.prices.mine()).toMatchObject([{ modality: "consultorio", session: 30_000 }]);

  await parts.getByRole("link", { name: /^Coberturas y matrículas/ }).click();
  await page.getByText("Hago factura para pedir reintegro a cualquier cobertura").click();
  await kine.api.coverages.replace({
    coverages: [{ coverage_id: 1, how: "direct", plans: null, extra: 2_000 }],
    refund_invoice: false,
  });
  await page.getByRole("button", { name: "Guardar coberturas" }).click();
  const notice = page.getByRole("alert", { name: "Tus coberturas cambiaron mientras las editabas." });
  await expect(notice.getByText("Con credencial, plus de $2.000")).toBeVisible();
  await notice.getByRole("button", { name: "Usar lo guardado" }).click();
  await page.getByRole("heading", { level: 3 }).first().click();
  await expect(page.getByLabel("Plus que cobrás")).toHaveValue("2.000");
  await expect(page.getByLabel("Hago factura para pedir reintegro a cualquier cobertura")).not.toBeChecked();
});
