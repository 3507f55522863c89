import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { accept, reject } from "./choose.ts";
import { hold } from "./failing.ts";
import { expect, expectAccessible, signIn, test } from "./page.ts";

const stamp = Date.now();
const patient = like(cast.ana, `Ana Páginas ${stamp}`);
const kine = like(cast.carla, `Carla Páginas ${stamp}`, { license_number: `P ${stamp}` });
let ana: Person;
let carla: Person;

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(180_000);
  ana = await enter(baseURL!, patient, "sign up");
  carla = await enterApproved(baseURL!, kine);
  for (let n = 1; n <= 41; n++) {
    const { id } = await ana.api.cases.create({ title: `Lesión ${n} ${stamp}`, description: "Me duele" });
    await carla.api.matches.apply({ case_id: id, message: `Mensaje ${n}` });
  }
});

test("going back finds the list as far as it was read, where it was read", async ({ page }) => {
  await signIn(page, cast.elena);
  await page.getByRole("link", { name: "Casos" }).click();
  await page.getByLabel("Buscar por título").fill(`lesion ${stamp}`);
  await expect(page).toHaveURL(/buscar=lesion/);
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  const headings = page.locator("main").getByRole("rowheader");
  await expect(headings).toHaveCount(20);
  for (const count of [40, 41]) {
    await page.getByRole("button", { name: "Ver más" }).click();
    await expect(headings).toHaveCount(count);
  }
  await expect(page.getByRole("button", { name: "Ver más" })).toBeHidden();
  await headings.nth(30).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => Math.round(scrollY));
  expect(scrolled).toBeGreaterThan(1000);
  // Without the mouse, which would scroll the link into view.
  await page.getByRole("link", { name: "Pacientes" }).dispatchEvent("click");
  await expect(page.getByRole("heading", { level: 1, name: "Pacientes" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/buscar=lesion/);
  await expect(headings).toHaveCount(41);
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(scrolled);
  await expect(headings.nth(30)).toBeInViewport();
});

test("a search is typed, read out, opened by its address and undone with the keyboard alone", async ({ page }) => {
  await signIn(page, cast.elena, `/dashboard/admin/cases?buscar=${encodeURIComponent(`lesion 7 ${stamp}`)}`);
  const search = page.getByLabel("Buscar por título");
  const headings = page.locator("main").getByRole("rowheader");
  const status = page.locator("main").getByRole("status");
  await expect(search).toHaveValue(`lesion 7 ${stamp}`);
  await expect(headings).toHaveText([`Lesión 7 ${stamp}`]);
  await expect(status).toHaveText("1 resultado");
  await search.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(`nada ${stamp}`);
  await expect(page.getByText("No encontramos resultados")).toBeVisible();
  await expect(page.getByText("No hay casos registrados")).toBeHidden();
  await expect(status).toHaveText("Sin resultados");
  await expect(search).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ver todo" }).focus();
  await page.keyboard.press("Enter");
  await expect(search).toHaveValue("");
  await expect(headings).toHaveCount(20);
  await search.fill(`lesion ${stamp}`);
  await expect(status).toHaveText("20 resultados, y hay más");
  await page.getByRole("button", { name: "Ver más" }).focus();
  await page.keyboard.press("Enter");
  await expect(headings).toHaveCount(40);
});

test("a patient's cases and a specialist's applications come in pages, each opening in place", async ({
  page,
  browser,
}) => {
  await signIn(page, patient);
  const cards = page.locator("main").getByRole("listitem");
  await expect(cards).toHaveCount(20);
  await page.getByRole("button", { name: "Ver más" }).click();
  await expect(cards).toHaveCount(40);
  await page.getByRole("button", { name: `Lesión 10 ${stamp}` }).click();
  await expect(page.getByRole("dialog")).toContainText("Mensaje 10");
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(cards).toHaveCount(40);
  await expectAccessible(page);

  const context = await browser.newContext({ locale: "es-AR" });
  const kines = await context.newPage();
  await signIn(kines, kine);
  await kines.getByRole("link", { name: "Mis Postulaciones", exact: true }).click();
  await expect(kines.getByRole("heading", { level: 1, name: "Mis Postulaciones" })).toBeVisible();
  const own = kines.locator("main").getByRole("listitem");
  await expect(own).toHaveCount(20);
  const more = kines.getByRole("button", { name: "Ver más" });
  await more.click();
  await expect(own).toHaveCount(40);
  await expect(own.nth(20).locator("a, button").first()).toBeFocused();
  const letCome = await hold(kines, "**/rpc/matches/mine*");
  await more.click();
  const all = kines.getByRole("radio", { name: "Todas" });
  await all.focus();
  letCome();
  await expect(own).toHaveCount(41);
  await expect(all, "the focus stays where it was moved meanwhile").toBeFocused();
  await context.close();
});

test.describe("decided slowly", () => {
  // Closing a case applies at once what still waits; the server may have applied it a moment before.
  test.use({ expectedProblems: [/409 .*matches\/reject/] });

  test("a case with many applications shows all of them, a page at a time, and each can be decided", async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const { id: case_id } = await ana.api.cases.create({ title: `Muy pedido ${stamp}`, description: "Me duele" });
    for (let n = 1; n <= 21; n++) {
      const each = await enterApproved(
        baseURL!,
        like(cast.carla, `Kine ${n} de ${stamp}`, { license_number: `P${n} ${stamp}` }),
      );
      await each.api.matches.apply({ case_id });
    }
    await signIn(page, patient, `/dashboard/patient/cases?caso=${case_id}`);
    const dialog = page.getByRole("dialog");
    const applications = dialog.getByRole("listitem").filter({ hasText: /Kine \d+ de/ });
    await expect(dialog.getByRole("heading", { name: "Respuestas (21)" })).toBeVisible();
    await expect(applications).toHaveCount(20);
    await dialog.getByRole("button", { name: "Ver más" }).click();
    await expect(applications).toHaveCount(21);
    const first = applications.filter({ hasText: `Kine 1 de ${stamp}` });
    await reject(first);
    await expect(first).toContainText("Rechazado");
    const second = applications.filter({ hasText: `Kine 2 de ${stamp}` });
    await accept(second);
    await expect(second).toContainText("Aceptado");
    await expect(applications).toHaveCount(21);
    await dialog.getByRole("button", { name: "Cerrar Caso y Dejar Review" }).click();
    const question = page.getByRole("alertdialog", { name: "¿Cerrar tu caso?" });
    await question.getByRole("button", { name: "Sí, cerrar el caso" }).click();
    await expect(
      page
        .getByRole("dialog")
        .filter({ hasText: `Kine 2 de ${stamp}` })
        .getByRole("radio", { name: "5 estrellas" }),
    ).toBeVisible();
  });
});
