import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { intercept } from "./failing.ts";
import { BESIDE_A_LIST, expect, expectAccessible, openAs, test } from "./page.ts";
import { acceptTerms, fillAccount, fillContact, fillSignUp, goOn, somebodyWithPractice, someone } from "./sign-up.ts";

const stamp = Date.now();
const stepTitle = (page: Page) => page.getByRole("heading", { level: 2 });

/** Everything that a tab stores: both storages, the URL and the history state. */
function storedByTheBrowser(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, history.state, document.cookie]),
  );
}

test("a sign-up goes step by step, and neither Back nor a reload loses what was typed, but for the password", async ({
  page,
}) => {
  const typed = somebodyWithPractice(`pasos.${stamp}@example.com`);
  await page.goto("/auth?mode=signup&role=kine");
  await expect(stepTitle(page)).toHaveText(/Paso 1 de 4/);
  await fillSignUp(page, typed);
  await expect(page).toHaveURL(/paso=4/);
  const kept = await storedByTheBrowser(page);
  expect(kept).toContain(typed.email);
  expect(kept).not.toContain(typed.password);

  await page.goBack();
  await expect(stepTitle(page)).toBeFocused();
  await expect(page.getByLabel("Matrícula")).toHaveValue(typed.license_number);
  await expect(page.getByRole("radio", { name: typed.price_range })).toBeChecked();
  await page.getByRole("button", { name: "Volver" }).click();
  await expect(page.getByLabel("Teléfono")).toHaveValue(typed.phone);
  await page.goBack();
  await expect(page.getByLabel("Contraseña", { exact: true })).toHaveValue(typed.password);
  await page.goForward();
  await page.goForward();
  await expect(page.getByRole("checkbox", { name: "Consultorio" })).toBeChecked();

  await page.reload();
  await expect(stepTitle(page)).toHaveText(/Paso 1 de 4/);
  await expect(page.getByLabel("Nombre completo")).toHaveValue(typed.name);
  await expect(page.getByLabel("Contraseña", { exact: true })).toHaveValue("");
  await page.getByLabel("Contraseña", { exact: true }).fill(typed.password);
  await goOn(page, "Cómo contactarte");
  await expect(page.getByLabel("Barrio")).toHaveValue(typed.location_city);
  await goOn(page, "Tu práctica");
  await goOn(page, "Tu presentación");
  await expect(page.getByRole("checkbox", { name: /^Acepto los/ })).not.toBeChecked();
  await acceptTerms(page);
  await page.getByRole("button", { name: "Crear cuenta" }).click();
  await page.waitForURL("**/pending-approval");
  expect(await storedByTheBrowser(page)).not.toContain("sign-up-draft");
});

test("a step is left only when it is right, and what is put right is no longer told", async ({ page }) => {
  await page.goto("/auth?mode=signup&role=patient");
  await page.getByRole("button", { name: "Continuar" }).click();
  const name = page.getByLabel("Nombre completo");
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/Mínimo 2 caracteres/);
  await name.fill("Ana");
  await expect(name).not.toHaveAttribute("aria-invalid", "true");
  await expect(stepTitle(page)).toHaveText(/Paso 1 de 3/);
  await page.goto("/auth?mode=signup&paso=3");
  await expect(stepTitle(page)).toHaveText(/Paso 1 de 3/);
  await expect(page).not.toHaveURL(/paso/);
});

test("a password says what it lacks and how good it is, politely, and can be seen", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  const password = page.getByLabel("Contraseña", { exact: true });
  const said = page.getByRole("main").getByRole("status");
  for (const [typed, words] of [
    ["escalera", "Falta: una mayúscula y un número."],
    ["Escalera9", "Sirve. Con más letras es más segura."],
    ["Escalera9-rio-verde", "Muy buena."],
    ["", ""],
  ] as const) {
    await password.fill(typed);
    await expect(said).toHaveText(words);
  }
  await page.getByLabel("Nombre completo").fill("Ana Etcheverry");
  await password.fill("Etcheverry-1970-xyz");
  await expect(said).toHaveText(/no uses tu nombre/);
  await page.getByRole("button", { name: "Mostrar lo escrito" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Ocultar lo escrito" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await expect(password).toHaveAttribute("autocomplete", "new-password");
  await expect(page.getByLabel("Email")).toHaveAttribute("inputmode", "email");
});

test("a barrio is suggested whatever its accents, chosen by keyboard or by touch, and any other text is taken", async ({
  page,
}) => {
  await page.goto("/auth?mode=signup&role=patient");
  await fillAccount(page, someone(`barrio.${stamp}@example.com`));
  await goOn(page, "Cómo contactarte");
  const barrio = page.getByRole("combobox", { name: "Barrio" });
  // The list loads after the page.
  await expect(async () => {
    await barrio.fill("");
    await barrio.pressSequentially("nun");
    await expect(page.getByRole("option")).toHaveText([/^Núñez/], { timeout: 1_000 });
  }).toPass();
  await expectAccessible(page, BESIDE_A_LIST);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(barrio).toHaveValue("Núñez");
  await expect(page.getByRole("listbox")).toBeHidden();
  await barrio.fill("lopez");
  await page.getByRole("option", { name: "Vicente López" }).click();
  await expect(barrio).toHaveValue("Vicente López");
  await fillContact(page, { phone: "11 5555-5555", location_city: "Villa" });
  await goOn(page, "Sobre vos");
  await page.goBack();
  await expect(barrio).toHaveValue("Villa");
});

test("a patient signs up by keyboard alone", async ({ page }) => {
  const { name, email, password, phone } = someone(`teclas.${stamp}@example.com`);
  await page.goto("/auth?mode=signup&role=patient");
  const keys = page.keyboard;
  await page.getByRole("radio", { name: "Soy paciente" }).focus();
  for (const text of [name, email, password]) {
    await keys.press("Tab");
    await keys.type(text);
  }
  await keys.press("Enter");
  await expect(stepTitle(page)).toBeFocused();
  await keys.press("Tab");
  await keys.type(phone);
  await keys.press("Tab");
  await keys.type("caba");
  await expect(page.getByRole("option", { name: "Caballito" })).toBeVisible();
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await expect(page.getByLabel("Barrio")).toHaveValue("Caballito");
  await keys.press("Enter");
  await expect(stepTitle(page)).toHaveText(/Paso 3 de 3/);
  await expect(stepTitle(page)).toBeFocused();
  const level = page.getByRole("radio", { name: "Activo" });
  while (!(await level.evaluate((element) => element === document.activeElement))) await keys.press("Tab");
  await keys.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Deportista" })).toBeChecked();
  await keys.press("Tab");
  await keys.press("Space");
  await keys.press("Enter");
  await page.waitForURL("**/dashboard/patient/cases");
});

test("a dialog leaves the rest of the address as it is", async ({ browser, baseURL }) => {
  const ana = like(cast.ana, `Ana Dirección ${stamp}`);
  const { api } = await enter(baseURL!, ana, "sign up");
  const { id } = await api.cases.create({ title: `Codo ${stamp}`, description: "Me duele" });
  const page = await openAs(browser, baseURL!, ana, `/dashboard/patient/cases?de=mail&caso=${id}`);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Cerrar", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/dashboard/patient/cases?de=mail");
  await page.getByRole("button", { name: "Crear Caso" }).click();
  await expect(page).toHaveURL("/dashboard/patient/cases?de=mail&nuevo=1");
  await page.goBack();
  await expect(page).toHaveURL("/dashboard/patient/cases?de=mail");
});

test("the sections of an admin stand in two rows below their groups from 768 px on, a specialist's in one, badges and all, and are not there below", async ({
  browser,
  baseURL,
}) => {
  const kine = like(cast.carla, `Carla Fila ${stamp}`, { license_number: `F ${stamp}` });
  await enterApproved(baseURL!, kine);
  // A patient whom the admin has not seen has a badge.
  await enter(baseURL!, like(cast.ana, `Ana Fila ${stamp}`), "sign up");
  for (const [member, path, count, rows] of [
    [cast.elena, "/dashboard/admin/users", 22, 2],
    [kine, "/dashboard/kine/profile", 7, 1],
  ] as const) {
    const page = await openAs(browser, baseURL!, member, path);
    const sections = page.getByRole("navigation", { name: "Secciones" }).getByRole("link");
    if (member === cast.elena) await expect(sections.getByText("sin ver").first()).toBeAttached();
    for (const width of [768, 900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(sections).toHaveCount(count);
      const tops = await sections.evaluateAll((links) =>
        links.map((link) => Math.round(link.getBoundingClientRect().top)),
      );
      expect(new Set(tops).size, `${path} at ${width} px`).toBe(rows);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `${path} at ${width} px`,
      ).toBeLessThanOrEqual(width);
    }
    if (member === cast.elena)
      expect((await page.getByRole("banner").boundingBox())!.height, "without a row for headings").toBeLessThan(140);
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(page.getByRole("navigation", { name: "Secciones", includeHidden: true })).toHaveCount(0);
  }
});

test.describe("without a part of the program", () => {
  test.use({ expectedProblems: [/Failed to load resource/] });

  test("a step whose fields could not be had is not gone to, until they can be", async ({ page }) => {
    const account = someone(`parte.${stamp}@example.com`);
    const part = "**/later-step-fields*";
    const stop = await intercept(page, part, (route) => route.abort());
    await page.goto("/auth?mode=signup&role=patient");
    await fillAccount(page, account);
    // The server may run another build by now, so the page reloads once.
    const reloaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Continuar" }).click();
    await reloaded;
    await expect(page.getByLabel("Nombre completo")).toHaveValue(account.name);
    await fillAccount(page, account);
    await page.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByText("No pudimos conectarnos.")).toBeVisible();
    await expect(stepTitle(page)).toHaveText(/Paso 1 de 3/);
    stop();
    // The browser may refuse a failed chunk until the page is reloaded, which the retry does.
    await expect(async () => {
      await page.getByLabel("Contraseña", { exact: true }).fill(account.password);
      await page.getByRole("button", { name: "Continuar" }).click();
      await expect(stepTitle(page)).toHaveText(/Paso 2 de 3/, { timeout: 2_000 });
    }).toPass();
    await fillContact(page, account);
  });
});
