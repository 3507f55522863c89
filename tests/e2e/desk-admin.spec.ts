import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { confirmAddress } from "./server-database.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";

const stamp = Date.now();
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

test("at 1280 × 800 what decides a request stands before its decision, and both in the first screen", async ({
  browser,
  baseURL,
}) => {
  const name = `Lucía Decide ${stamp}`;
  await enter(baseURL!, like(cast.diego, name, { license_number: `MN ${stamp}` }), "sign up");
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(LAPTOP);
  await page.goto("/dashboard/admin/applications");
  await page.getByRole("button", { name, exact: true }).click();
  const card = page.getByRole("region", { name: "Solicitud", exact: true });
  const number = card.getByText(`MN ${stamp}`, { exact: true });
  const check = card.getByRole("button", { name: "Copiar y abrir el registro" });
  const approve = card.getByRole("button", { name: "Aprobar" });
  for (const each of [card.getByRole("heading", { name }), number, check, approve])
    await expect(each).toBeInViewport({ ratio: 1 });
  const topOf = async (each: typeof number) => (await each.boundingBox())!.y;
  expect(await topOf(number)).toBeLessThan(await topOf(check));
  expect(await topOf(check)).toBeLessThan(await topOf(approve));
  await expectAccessible(page);
});

test("at 1280 × 800 what a change asks for stands before its decision, and both in the first screen", async ({
  browser,
  baseURL,
}) => {
  const name = `Marta Decide ${stamp}`;
  const { api } = await enterApproved(baseURL!, like(cast.carla, name, { license_number: `MD ${stamp}` }));
  const { version } = await api.profiles.mine();
  await api.profiles.update({ name: `Marta Cambia ${stamp}`, license_number: `MD ${stamp}`, version });
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(LAPTOP);
  await page.goto("/dashboard/admin/changes");
  await page.getByRole("button", { name, exact: true }).click();
  const card = page.getByRole("region", { name: "Cambio de perfil", exact: true });
  const asked = card.getByText(`Marta Cambia ${stamp}`);
  const approve = card.getByRole("button", { name: "Aprobar" });
  for (const each of [asked, card.getByText(`MD ${stamp}`, { exact: true }), approve])
    await expect(each).toBeInViewport({ ratio: 1 });
  expect((await asked.boundingBox())!.y).toBeLessThan((await approve.boundingBox())!.y);
  await expectAccessible(page);
  await approve.click();
  await expect(page.getByText("No hay cambios por revisar")).toBeVisible();
});

test("a row of Denuncias says who reported whom, and its card has one act, the others under 'Más'", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Acusa ${stamp}`);
  const reporter = await enter(baseURL!, ana, "sign up");
  await confirmAddress(ana.email);
  const name = `Carla Acusada ${stamp}`;
  const { id } = await enterApproved(baseURL!, like(cast.carla, name, { license_number: `CA ${stamp}` }));
  await reporter.api.reports.create({ subject: "profile", id, reason: "spam" });
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/reports");
  const parties = `Ana Acusa ${stamp} contra ${name}`;
  const row = page.getByRole("listitem").filter({ hasText: parties });
  await row.getByRole("button").click();
  const card = page.getByRole("region", { name: "Denuncia", exact: true });
  await expect(card.getByText(parties)).toBeVisible();
  await expect(card.locator(".button-primary:visible, .button-secondary:visible")).toHaveText(["Resolver"]);
  await card.getByText("Más", { exact: true }).click();
  await expect(card.getByRole("button", { name: `Suspender a ${name}` })).toBeVisible();
  await expect(card.getByRole("button", { name: /^Dar la razón/ })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/reports");
  await expect(row).toContainText(parties);
});

test("Usuarios says of an account what it waits for", async ({ browser, baseURL }) => {
  const waiting = like(cast.diego, `Diego Espera ${stamp}`, { license_number: `DE ${stamp}` });
  await enter(baseURL!, waiting, "sign up");
  const page = await openAs(browser, baseURL!, cast.elena, `/dashboard/admin/users?buscar=${waiting.email}`);
  const row = page.locator("tbody").getByRole("row");
  await expect(row).toContainText("Pendiente");
  await expect(row).not.toContainText("Activa");
  await page.setViewportSize(PHONE);
  await expect(page.getByRole("main").getByRole("listitem")).toContainText("Pendiente");
});

test("on a phone a licence is checked without scrolling", async ({ browser, baseURL }) => {
  const admin = await enter(baseURL!, cast.elena, "sign in");
  const kine = await enterApproved(
    baseURL!,
    like(cast.carla, `Nora Vencida ${stamp}`, { license_number: `MN 7${stamp}` }),
  );
  await admin.api.licences.doubt({ id: (await kine.api.licences.mine()).items[0]!.id, reason: "No figura" });
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/licences");
  for (const name of ["Comprobada", "En duda", "Inactiva", "Seguir con otra"])
    await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});

test("on a phone 'Pulso' begins with its sentence, and its period is among the filters", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/pulse");
  await expect(page.getByRole("tabpanel").getByRole("heading").first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel("Período")).toBeHidden();
  await page.getByText("Filtros: 3 meses").click();
  await expect(page.getByLabel("Período")).toBeVisible();
  await expectAccessible(page);
});

test("the keys begin at the request that has waited longest, also while it still loads", async ({
  browser,
  baseURL,
}) => {
  await enterApproved(baseURL!, like(cast.carla, `Pía Procesada ${stamp}`, { license_number: `PP ${stamp}` }));
  await enter(baseURL!, like(cast.diego, `Iris Espera ${stamp}`, { license_number: `IE ${stamp}` }), "sign up");
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/users");
  const letCome = Promise.withResolvers<void>();
  await page.route(/rpc\/kineApplications\/list/, async (route) => {
    const isPending = decodeURIComponent(`${route.request().url()}${route.request().postData()}`).includes("pending");
    if (isPending) await letCome.promise;
    await route.continue();
  });
  const decided = page.waitForResponse(/kineApplications\/list/);
  await page.getByRole("link", { name: /^Solicitudes/ }).click();
  await decided;
  await expect(page.getByRole("heading", { level: 1, name: "Solicitudes" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator("[data-row] [data-opener]")).toHaveCount(0);
  letCome.resolve();
  await expect(
    page
      .getByRole("region", { name: /^Pendientes/ })
      .locator("[data-row]")
      .first(),
  ).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.locator("[data-row] [data-opener]").first()).toBeFocused();
});
