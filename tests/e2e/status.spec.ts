import { expect } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expectAccessible, openAs, test } from "./page.ts";

test("an admin sees how the installation does, by picture and by number, and asks again", async ({
  browser,
  baseURL,
}) => {
  const stamp = Date.now();
  const ana = await enter(baseURL!, like(cast.ana, `Ana Estado ${stamp}`), "sign up");
  const carla = await enterApproved(
    baseURL!,
    like(cast.carla, `Carla Estado ${stamp}`, { license_number: `S ${stamp}` }),
  );
  const { id } = await ana.api.cases.create({ title: "Rodilla", description: "Duele" });
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: id })).id });
  await ana.api.cases.create({ title: "Hombro", description: "Duele" });

  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/users");
  await page.getByRole("link", { name: "Estado" }).click();
  await expect(page).toHaveTitle("Kinexo | Estado");
  for (const part of ["Base de datos", "Archivos", "Mensajes", "Tareas", "Copias", "Limpieza", "Este nodo"]) {
    await expect(page.getByRole("heading", { name: part })).toBeVisible();
  }
  await expect(page.getByText("Responde", { exact: true })).toHaveCount(2);
  await expect(page.getByText("Nunca se hizo una copia")).toBeVisible();
  await expect(page.getByText("Hacé la primera: npm run backup -- CARPETA.")).toBeVisible();
  const plot = page.getByRole("figure", { name: "Casos publicados por día" });
  await expect(plot.locator("svg rect")).not.toHaveCount(2);
  await expectAccessible(page);

  await plot.getByText("Ver los números").click();
  const today = plot.getByRole("row").last();
  await expect(plot.getByRole("row")).toHaveCount(15);
  const covered = Number(await today.getByRole("cell").first().textContent());
  expect(covered).toBeGreaterThanOrEqual(1);
  const next = await ana.api.cases.create({ title: "Codo", description: "Duele" });
  await ana.api.matches.accept({ id: (await carla.api.matches.apply({ case_id: next.id })).id });
  await page.getByRole("button", { name: "Actualizar" }).click();
  await expect(today.getByRole("cell").first()).toHaveText(String(covered + 1));
  await expect(page.getByRole("figure", { name: "Ingresos por hora" }).locator("svg rect")).not.toHaveCount(2);
  await expectAccessible(page);
});
