import { expect } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expectAccessible, expectToFitEverywhere, openAs, test } from "./page.ts";
import { confirmAddress, plantFailedJob, refuseMails } from "./server-database.ts";

test("an admin sees how the installation does, by picture and by number, and asks again", async ({
  browser,
  baseURL,
}) => {
  const stamp = Date.now();
  const ana = await enter(baseURL!, like(cast.ana, `Ana Estado ${stamp}`), "sign up");
  await confirmAddress(ana.id);
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
  for (const part of ["Base de datos", "Archivos", "Correo", "Tareas", "Copias", "Limpieza", "Este servidor"]) {
    await expect(page.getByRole("heading", { name: part })).toBeVisible();
  }
  await expect(page.getByText("Responde", { exact: true })).toHaveCount(2);
  await expect(page.getByText("Nunca se hizo una copia")).toBeVisible();
  await expect(page.getByText(/^Copias, .*(Correo|Limpieza) piden atención\.$/)).toBeVisible();
  await expect(page.getByText(/^\d+ correos? guardados? sin enviar$/)).toBeVisible();
  const areOpen = await page
    .locator("details:has(> summary h2)")
    .evaluateAll((all) => all.map((each) => each.hasAttribute("open")));
  expect(areOpen[0], "what is wrong is open").toBe(true);
  expect(areOpen.lastIndexOf(true), "and comes first").toBeLessThan(areOpen.indexOf(false));
  await page.getByText("Actividad de los últimos días").click();
  await expect(page.getByText("En el servidor, quien lo instaló corre: npm run backup -- CARPETA.")).toBeVisible();
  const plot = page.getByRole("figure", { name: "Casos publicados por día" });
  await expect(plot.locator("svg rect")).not.toHaveCount(2);
  await expectAccessible(page);

  await plot.getByText("Ver como tabla").click();
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

test("an admin discards a job that failed and lets mails through again, and the person reads that none arrives", async ({
  browser,
  baseURL,
}) => {
  const member = like(cast.bruno, `Bruno Estado ${Date.now()}`);
  const bruno = await enter(baseURL!, member, "sign up");
  await plantFailedJob();
  await refuseMails(bruno.id);

  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/status");
  await expect(page.getByText("1 tarea falló del todo")).toBeVisible();
  // What is well takes a line.
  await expect(page.getByText("Última migración")).toBeHidden();
  const failed = page.getByRole("list", { name: "Tareas que fallaron del todo" });
  await expect(failed.getByRole("listitem")).toContainText("ECONNREFUSED");
  const stopped = page.getByRole("list", { name: "Personas a las que no les llega el correo" });
  await expect(page.getByRole("heading", { name: "Correo" })).toBeVisible();
  if (!(await stopped.isVisible())) await page.getByRole("heading", { name: "Correo" }).click();
  await expect(page.getByRole("table", { name: "Correos que no llegaron" })).toContainText("Gmail");
  await expectToFitEverywhere(page, page.getByRole("heading", { name: "Estado" }));
  await expectAccessible(page);
  await failed.getByRole("button", { name: "Descartar nothing_of_ours" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await expect(page.getByText("Tarea descartada")).toBeVisible();
  await expect(failed).toBeHidden();

  const own = await openAs(browser, baseURL!, member, "/dashboard/patient/cases");
  const banner = own.getByText(`No pudimos escribirte a ${member.email}: la casilla no existe.`);
  await expect(banner).toBeVisible();
  await expect(own.getByRole("link", { name: "Corregir mi email" })).toBeVisible();
  await expectAccessible(own);
  const bar = own.getByRole("banner");
  const notice = own.getByRole("status").filter({ hasText: "No pudimos escribirte" });
  for (const width of [390, 360]) {
    await own.setViewportSize({ width, height: 844 });
    await expect(notice.getByText("Tu casilla de email no existe.")).toBeVisible();
    await expect(own.getByRole("link", { name: "Corregir mi email" })).toBeVisible();
    const heights = [(await bar.boundingBox())!.height, (await notice.boundingBox())!.height];
    expect(heights[0]! + heights[1]!, "the bar, and the notice in one line").toBeLessThanOrEqual(108);
  }
  await expectAccessible(own);
  await page.getByRole("button", { name: `Habilitar el correo de ${String(member.metadata["name"])}` }).click();
  await expect(page.getByText("Vuelve a recibir correos")).toBeVisible();
  await own.reload();
  await expect(own.getByRole("heading").first()).toBeVisible();
  await expect(banner).toBeHidden();
});
