import { setTimeout as wait } from "node:timers/promises";
import { cast } from "../../app/demo/cast.ts";
import { insertSpecialists } from "../directory/specialists.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { PICTURES, SIZES, takePictures } from "./pictures.ts";
import { expect, expectAccessible, expectToFitEverywhere, settled, signIn, test } from "./page.ts";
import { serversDatabaseUrl } from "./server-database.ts";

const stamp = Date.now();

test.beforeAll(async () => {
  test.setTimeout(180_000);
  await insertSpecialists(serversDatabaseUrl(), 300, `e${stamp.toString(36)}`);
  // The server's copy is at most half a second old.
  await wait(1_000);
});

/** A full list, a short one with neighbouring places, an empty filtered list, a place without specialists, and the ranking explained. */
const PAGES: Record<string, string> = {
  full: "/kinesiologos",
  thin: "/kinesiologos/caba/palermo/quemados",
  empty: "/kinesiologos?cobertura=1&hasta=15000&dia=0&dia=1&nuevos=1&cobertura=49&especialidad=quemados",
  nobody: "/kinesiologos/tierra-del-fuego/ushuaia/quemados",
  "not understood": "/kinesiologos/buscar?que=abogado",
  order: "/como-ordenamos",
};

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor searches on the first page, filters, pages and opens a profile", async ({ page }) => {
    await page.goto("/");
    await page.getByLabel("Dónde").fill("online");
    await page.getByRole("button", { name: "Buscar" }).click();
    await expect(page).toHaveURL(/\/kinesiologos\/online$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kinesiólogos online");
    await expect(page.locator("input[name=donde]"), "the search keeps its place").toHaveValue("Online");
    await page.getByRole("navigation", { name: "Páginas" }).getByRole("link", { name: "Siguiente" }).click();
    await expect(page).toHaveURL(/\/kinesiologos\/online\?pagina=2$/);
    const filters = page.getByRole("form", { name: "Filtros" });
    const option = filters.locator("label", { has: page.locator("input[name=dia]:not([disabled])") }).first();
    const count = Number(/(\d+)$/.exec((await option.textContent()) ?? "")![1]);
    await option.getByRole("checkbox").check();
    await filters.getByRole("button", { name: "Ver resultados" }).click();
    await expect(page).toHaveURL(/\bdia=\d/);
    await expect(page.locator("h1 + p")).toContainText(new RegExp(`^${count} especialistas? `));
    await expect(page.locator(`link[rel=canonical]`)).toHaveAttribute("href", /\/kinesiologos\/online$/);
    await page.getByRole("button", { name: "Siguiente" }).click();
    await expect(page).toHaveURL(/\bdia=\d&pagina=2$/);
    await page.getByRole("link", { name: "Ver perfil" }).first().click();
    await expect(page).toHaveURL(/\/kines\//);
  });

  test("a search keeps what was typed through pages and filters, until a chip takes it away", async ({ page }) => {
    await page.goto("/kinesiologos");
    await page.getByLabel("Qué te duele o qué especialidad").fill("dolor de espalda");
    await page.getByLabel("Dónde").fill("capital federal");
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    const heading = page.getByRole("heading", { level: 1, name: "Dolor de espalda · CABA" });
    const [what, where] = [page.locator("input[name=que]:not([type=hidden])"), page.locator("input[list]")];
    const expectKept = async () => {
      await expect(heading).toBeVisible();
      await expect(what).toHaveValue("dolor de espalda");
      await expect(where).toHaveValue("capital federal");
    };
    await expectKept();
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/kinesiologos\/caba$/);
    await page.getByRole("button", { name: "Siguiente" }).click();
    await expect(page).toHaveURL(/pagina=2$/);
    await expectKept();
    const filters = page.getByRole("form", { name: "Filtros" });
    const option = filters.locator("label", { has: page.locator("input[name=dia]:not([disabled])") }).first();
    const day = (await option.locator("span").textContent())!;
    await option.getByRole("checkbox").check();
    await filters.getByRole("button", { name: "Ver resultados" }).click();
    await expect(page).toHaveURL(/\bdia=\d/);
    await expectKept();
    await page.getByRole("link", { name: `Sacar ${day}`, exact: true }).click();
    await expect(page).not.toHaveURL(/\bdia=/);
    await expectKept();
    await page.getByRole("link", { name: "Sacar dolor de espalda" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kinesiólogos en CABA");
    await expect(what).toHaveValue("");
    await expect(where).toHaveValue("capital federal");
    await page.getByRole("link", { name: "Sacar CABA" }).click();
    await expect(page).toHaveURL(/\/kinesiologos$/);
  });
});

test("a filter that would leave nobody cannot be chosen", async ({ page }) => {
  await page.goto(PAGES["empty"]!);
  const rows = await page.getByRole("form", { name: "Filtros" }).locator("label:has(input[name])").all();
  expect(rows.length).toBeGreaterThan(5);
  let empty = 0;
  for (const row of rows) {
    const input = row.locator("input");
    if ((await input.isChecked()) || (await input.inputValue()) === "") continue;
    const isEmpty = (await row.locator("small").textContent()) === "0";
    expect(await input.isDisabled()).toBe(isEmpty);
    if (isEmpty) empty += 1;
  }
  expect(empty).toBeGreaterThan(0);
});

test("a place without specialists of its own begins with who attends near", async ({ page }) => {
  await page.goto(PAGES["thin"]!);
  const [, first] = await page.locator("main").locator("h1, h2, h3").allTextContents();
  const hasOwn = /^[1-9]/.test((await page.locator("h1 + p").textContent())!);
  expect(first).toBe(hasOwn ? "Especialistas" : "Atienden cerca");
  await expect(page.getByRole("heading", { name: "Atienden cerca" })).toBeVisible();
});

test("places are suggested below Dónde while it is typed in, also of what was typed before its script came", async ({
  page,
}) => {
  const typed = Promise.withResolvers<void>();
  await page.route("**/suggest-places.js", async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.goto("/kinesiologos");
  await settled(page);
  await page.getByLabel("Dónde").pressSequentially("villa ur");
  typed.resolve();
  await expect(page.locator("#lugares option")).toHaveCount(1);
  await expect(page.locator("#lugares option")).toHaveAttribute("value", "Villa Urquiza");
  await page.getByLabel("Dónde").fill("caballi");
  await expect(page.locator("#lugares option")).toHaveAttribute("value", "Caballito");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a list has ten people, the first within 300 px, and its search and filters open on demand", async ({
    page,
  }) => {
    for (const path of [
      "/kinesiologos",
      "/kinesiologos/online",
      "/kinesiologos/caba/palermo/quemados",
      "/kinesiologos/caba?especialidad=traumatologia&que=dolor+de+espalda&dia=1&dia=2",
    ]) {
      await page.goto(path);
      const people = page.locator("main li:has(h3)");
      const { y } = (await people.first().boundingBox())!;
      expect(y, path).toBeLessThanOrEqual(300);
      expect((await people.first().getByRole("heading").boundingBox())!.y, path).toBeLessThanOrEqual(300);
      expect(await people.count(), path).toBeLessThanOrEqual(10);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
      const [line] = await people.first().locator("ul > li").all();
      expect(await line!.evaluate((element) => getComputedStyle(element).fontSize), path).toBe("17px");
    }
    await expect(page.getByRole("button", { name: "Buscar" })).toBeHidden();
    await page.locator("label[for=buscar]").click();
    await expect(page.getByRole("button", { name: "Buscar" })).toBeVisible();
    await page.getByText("Filtrar y ordenar").click();
    await expect(page.getByRole("button", { name: "Ver resultados" })).toBeVisible();
    await expectAccessible(page);
  });

  test("a patient's list keeps what was typed, and Back from a profile after 'Ver más' returns to the same card", async ({
    page,
    baseURL,
  }) => {
    const ana = like(cast.ana, `Ana Vuelve ${stamp}`);
    await enter(baseURL!, ana, "sign up");
    await signIn(page, ana, "/dashboard/patient/kines");
    const profiles = page.getByRole("link", { name: /^Ver perfil completo de / });
    await expect(profiles).toHaveCount(20);
    expect((await page.locator("main li").first().boundingBox())!.y).toBeLessThanOrEqual(300);
    await page.getByRole("button", { name: "Ver más" }).click();
    await expect(profiles).toHaveCount(40);
    const link = profiles.nth(31);
    const name = (await link.textContent())!;
    await link.scrollIntoViewIfNeeded();
    await link.click();
    await expect(page).toHaveURL(/\/kines\//);
    await expect(page.getByRole("heading", { name: "Disponibilidad" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("link", { name, exact: true })).toBeInViewport();
    await expect(profiles).toHaveCount(40);

    await page.getByRole("link", { name: "Buscar por barrio, precio o día" }).click();
    await page.locator("label[for=buscar]").click();
    await page.getByLabel("Qué te duele o qué especialidad").fill("dolor de espalda");
    await page.getByRole("combobox", { name: "Dónde" }).pressSequentially("belgr");
    await page.getByRole("option", { name: /^Belgrano/ }).click();
    await page.getByRole("button", { name: "Buscar", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Dolor de espalda · Belgrano" })).toBeVisible();
    expect((await page.locator("main ul.grid > li").first().boundingBox())!.y).toBeLessThanOrEqual(300);
    await page.locator("label[for=buscar]").click();
    await expect(page.getByLabel("Qué te duele o qué especialidad")).toHaveValue("dolor de espalda");
    await expect(page.getByRole("combobox", { name: "Dónde" })).toHaveValue("Belgrano");
    await page.getByRole("link", { name: "Sacar dolor de espalda" }).click();
    await expect(page.getByRole("heading", { name: "Kinesiólogos en Belgrano" })).toBeVisible();
  });
});

test("who invites a specialist from a list signs up, and the case is for them", async ({ page }) => {
  await page.goto("/kinesiologos");
  const card = page.locator("main li", { has: page.getByRole("link", { name: /Invitar a mi caso/ }) }).first();
  const name = (await card.getByRole("heading").textContent())!;
  await card.getByRole("link", { name: `Invitar a mi caso a ${name}` }).click();
  await expect(page).toHaveURL(/\/auth/);
  expect(await page.evaluate(() => sessionStorage.getItem("chosen-kine"))).toContain(name);
  await expect(page.getByText(name).first()).toBeVisible();
});

for (const [state, path] of Object.entries(PAGES))
  test(`the directory fits and is accessible in every size, light and dark: ${state}`, async ({
    page,
    expectedProblems,
  }) => {
    // A page without results answers 404.
    expectedProblems.push(/404/);
    await page.goto(path);
    await expectToFitEverywhere(
      page,
      page.locator("h1"),
      SIZES.map(({ width }) => width),
    );
    if (PICTURES) await takePictures(page, PICTURES, state);
  });

test("a patient searches and filters their list as the directory, which keeps its heading, count and cards", async ({
  page,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Directorio ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  await signIn(page, ana);
  await page.getByRole("link", { name: "Especialistas" }).first().click();
  const heading = page.getByRole("heading", { level: 1, name: /^Especialistas \(\d+\)$/ });
  await expect(heading).toBeVisible();
  await page.getByRole("link", { name: "Buscar por barrio, precio o día" }).click();
  await expect(page.getByRole("heading", { name: "Kinesiólogos en Argentina" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^\d+ especialistas$/ })).toBeVisible();
  await page.getByLabel("Dónde").fill("xyzzy");
  await page.getByRole("button", { name: "Buscar" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No conocemos «xyzzy»." })).toBeVisible();
  await page.getByLabel("Dónde").fill("online");
  await page.getByRole("button", { name: "Buscar" }).click();
  await expect(page.getByRole("heading", { name: "Kinesiólogos online" })).toBeVisible();
  const filters = page.getByRole("form", { name: "Filtros" });
  const option = filters.locator("label", { has: page.locator("input[name=dia]:not([disabled])") }).first();
  const count = /(\d+)$/.exec((await option.textContent()) ?? "")![1];
  await option.getByRole("checkbox").check();
  await filters.getByRole("button", { name: "Ver resultados" }).click();
  await expect(page.getByRole("status").filter({ hasText: `${count} especialistas` })).toBeVisible();
  await expect(heading).toBeVisible();
  await page.getByRole("button", { name: "Siguiente" }).click();
  await expect(page.getByText("Página 2 de")).toBeVisible();
  await expect(page).toHaveURL(/en=%2Fkinesiologos%2Fonline&dia=\d&pagina=2$/);
  await expect(page.getByRole("link", { name: /^Ver perfil completo de / }).first()).toBeVisible();
  await expectAccessible(page);
  if (PICTURES) await takePictures(page, PICTURES, "patient");
  await page.getByRole("button", { name: "Anterior" }).click();
  await expect(page.getByText("Página 1 de")).toBeVisible();
  await expect(page).toHaveURL(/en=%2Fkinesiologos%2Fonline&dia=\d$/);
  await page.getByRole("link", { name: "Ver todos los especialistas" }).click();
  await expect(page.getByRole("combobox", { name: "Filtrar por cobertura" })).toBeVisible();
});

test("a specialist sees in their profile where they are found", async ({ page, baseURL }) => {
  const carla = like(cast.carla, `Carla Directorio ${stamp}`, { license_number: `D${stamp}`.slice(0, 18) });
  await enterApproved(baseURL!, carla);
  await signIn(page, carla, "/dashboard/kine/profile?parte=pagina");
  const found = page.locator("section", { has: page.getByRole("heading", { name: "Dónde te encuentran" }) });
  await expect(found.getByText("El filtro por precio")).toBeVisible();
  await expect(found.getByText("Te falta confirmar algún precio en los últimos 90 días.")).toBeVisible();
  await expect(found.getByText("Todavía ninguna en los últimos 30 días.")).toBeVisible();
  await found.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  if (PICTURES) await takePictures(page, PICTURES, "profile");
});

test("by keyboard a visitor searches, filters and reaches a specialist", async ({ page }) => {
  await page.goto("/kinesiologos");
  await settled(page);
  await page.getByLabel("Dónde").focus();
  await page.keyboard.type("online");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/kinesiologos\/online$/);
  await settled(page);
  const filters = page.getByRole("form", { name: "Filtros" });
  const day = filters.locator("input[name=dia]:not([disabled])").first();
  await day.focus();
  await page.keyboard.press("Space");
  await expect(day).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\bdia=\d/);
  await expect(page.getByRole("link", { name: /^Ver perfil de / }).first()).toBeVisible();
  const invite = page.getByRole("link", { name: /^Invitar a mi caso a / }).first();
  for (let n = 0; n < 80 && !(await invite.evaluate((link) => link === document.activeElement)); n += 1)
    await page.keyboard.press("Tab");
  await expect(invite).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/auth/);
});
