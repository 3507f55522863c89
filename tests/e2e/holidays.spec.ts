import { cast } from "../../app/demo/cast.ts";
import { enter } from "../support/people.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";

// The browser logs the refusals of a day that is taken and of a name that changed.
test.use({ expectedProblems: [/status of 409/] });

/** A day of a year that the official lists do not reach, of this run alone. */
const dayOfRun = () => new Date(Date.UTC(2040, 0, 1) + (Date.now() % 14_000) * 86_400_000).toISOString().slice(0, 10);

test("an admin adds a holiday on a phone, is told when another one renames it meanwhile, and removes it", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const day = dayOfRun();
  const name = `Feriado ${Date.now().toString(36)}`;
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/dashboard/admin/holidays");
  await expect(page.getByRole("heading", { name: /^20\d\d$/, level: 2 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Agregar feriado" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await expect(dialog.getByText("Fecha inválida")).toBeVisible();
  await expect(dialog.getByText("Escribí qué se conmemora")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: /^Día/ }).fill("25/12/2026");
  await dialog.getByLabel("Qué se conmemora").fill(name);
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await expect(dialog.getByText("Ese día ya está en la lista.")).toBeVisible();
  await dialog.getByRole("textbox", { name: /^Día/ }).fill(day.split("-").toReversed().join("/"));
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await expect(page.getByRole("heading", { name: day.slice(0, 4), level: 2 })).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: name });
  await row.getByRole("button").click();
  await dialog.getByLabel("Qué se conmemora").fill(`${name} mío`);
  const other = await enter(baseURL!, cast.elena, "sign in");
  await other.api.holidays.save({ day, name: `${name} del otro` });
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await expect(dialog.getByText("Este feriado cambió mientras lo editabas.")).toBeVisible();
  await expect(dialog.getByText(`${name} del otro`)).toBeVisible();
  await dialog.getByRole("button", { name: "Seguir con lo mío" }).click();
  await dialog.getByRole("button", { name: "Guardar" }).click();
  await expect(dialog).toBeHidden();
  const mine = page.getByRole("listitem").filter({ hasText: `${name} mío` });
  await mine.getByRole("button").click();
  await dialog.getByRole("button", { name: /^Quitar/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Quitar" }).click();
  await expect(mine).toHaveCount(0);
});
