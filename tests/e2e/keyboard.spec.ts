import type { Locator, Page } from "@playwright/test";
import { cast, type CastMember } from "../../db/cast.ts";
import { enter, enterApproved, like } from "../people.ts";
import { invisibleFocus } from "./screens.look.ts";
import { expect, test, watch } from "./page.ts";

const stamp = Date.now();
const patient = like(cast.ana, `Ana Teclado ${stamp}`);
const kine = like(cast.carla, `Carla Teclado ${stamp}`, { license_number: `T ${stamp}` });
const title = `Rodilla sin mouse ${stamp}`;
const FARTHEST = 60;

/** Presses Tab until this has the focus. */
async function tabTo(control: Locator) {
  for (let presses = 0; presses < FARTHEST; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await control.page().keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${String(control)}`);
}

async function press(control: Locator) {
  await expect(control).toBeVisible();
  await tabTo(control);
  await control.page().keyboard.press("Enter");
}

async function type(field: Locator, text: string) {
  await tabTo(field);
  await field.page().keyboard.type(text);
}

async function signInByKeys(page: Page, { email, password }: CastMember) {
  await page.goto("/auth?mode=signin");
  await expect(page.getByLabel("Email")).toBeVisible();
  await type(page.getByLabel("Email"), email);
  await type(page.getByLabel("Contraseña", { exact: true }), password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/\w+\/cases/);
}

/** The focus is on something of the page, not lost to its body. */
const expectFocusKept = (page: Page) => expect(page.locator("body")).not.toBeFocused();

test("the main job is done by keyboard alone", async ({ page, browser, baseURL }) => {
  test.setTimeout(150_000);
  const problems: string[] = [];
  await enter(baseURL!, patient, "sign up");
  await enterApproved(baseURL!, kine);

  await test.step("the patient signs in and publishes a case", async () => {
    await signInByKeys(page, patient);
    const create = page.getByRole("button", { name: "Crear Caso" });
    await press(create);
    const form = page.getByRole("dialog");
    await type(form.getByLabel("Título"), title);
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await expect(create).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(form.getByLabel("Título")).toHaveValue(title);
    await type(form.getByLabel("Descripción"), "Me duele al bajar escaleras");
    await tabTo(form.getByRole("radio", { name: "Me da lo mismo" }));
    await page.keyboard.press("ArrowDown");
    await expect(form.getByRole("radio", { name: "Consultorio" })).toBeChecked();
    await press(form.getByRole("button", { name: "Publicar caso" }));
    await expect(page.getByText("Tu caso fue creado.", { exact: false })).toBeVisible();
    await expect(form).toBeHidden();
    await expectFocusKept(page);
  });

  await test.step("the specialist signs in and applies", async () => {
    const other = await (await browser.newContext({ locale: "es-AR", baseURL })).newPage();
    watch(other, problems);
    await signInByKeys(other, kine);
    await press(other.getByRole("button", { name: title }));
    await press(other.getByRole("button", { name: "Postularme a este caso" }));
    await type(other.getByLabel("Mensaje"), "Trabajo seguido con rodillas");
    await press(other.getByRole("button", { name: "Enviar postulación" }));
    await expect(other.getByText("¡Postulación enviada!")).toBeVisible();
    await expect(other.getByRole("button", { name: "Volver" })).toBeFocused();
    await other.keyboard.press("Enter");
    await expect(other.getByRole("dialog")).toBeHidden();
    await expectFocusKept(other);
    await other.context().close();
  });

  await test.step("the patient accepts, closes and reviews", async () => {
    const card = page.getByRole("button", { name: title });
    await press(card);
    const dialog = page.getByRole("dialog", { name: title });
    await press(dialog.getByRole("button", { name: "Aceptar" }));
    await expect(page.getByText("¡Especialista aceptado!", { exact: false })).toBeVisible();
    await expect(dialog.getByRole("link", { name: "Llamar" })).toBeVisible();
    await expectFocusKept(page);
    await press(dialog.getByRole("button", { name: "Cerrar Caso y Dejar Review" }));
    const review = page.getByRole("dialog", { name: /^¿Cómo te fue con/ });
    await tabTo(review.getByRole("radio", { name: "1 estrella" }));
    for (let more = 0; more < 4; more++) await page.keyboard.press("ArrowRight");
    await expect(review.getByRole("radio", { name: "5 estrellas" })).toBeChecked();
    await type(review.getByLabel("Comentario"), "Bajo escaleras sin dolor");
    await press(review.getByRole("button", { name: "Publicar reseña" }));
    await expect(page.getByText("¡Gracias por tu review!")).toBeVisible();
    await expect(review).toBeHidden();
    await expectFocusKept(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(card).toBeFocused();
  });

  await test.step("and leaves", async () => {
    await press(page.getByRole("button", { name: "Menú de usuario" }));
    await expect(page.getByRole("menuitem", { name: "Mi Perfil" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Menú de usuario" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Sesión cerrada")).toBeVisible();
    await page.waitForURL((url) => url.pathname === "/");
    await expectFocusKept(page);
  });
  expect(problems).toEqual([]);
});

test("the first stop of each page leads past its menu", async ({ page, baseURL }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Ir al contenido" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Soy paciente" })).toBeFocused();

  const member = like(cast.ana, `Ana Salto ${stamp}`);
  await enter(baseURL!, member, "sign up");
  await signInByKeys(page, member);
  await page.goto("/dashboard/patient/cases");
  await expect(page.getByText("Todavía no publicaste ningún caso")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Ir al contenido" })).toBeFocused();
  expect(await invisibleFocus(page, 8)).toEqual([]);
  await page.reload();
  await expect(page.getByText("Todavía no publicaste ningún caso")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Crear Caso" })).toBeFocused();
});
