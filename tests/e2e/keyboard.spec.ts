import type { Browser, Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { fixtures } from "./fixtures.ts";
import { beginSignUp, endSignUp, press, signInByKeys, tabTo, type } from "./keys.ts";
import { invisibleFocus } from "./screens.measures.ts";
import { expect, test, watch } from "./page.ts";

// With animations, as most people have them: the focus moves while dialogs open and close.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const stamp = Date.now();
const patient = { name: `Ana Teclado ${stamp}`, email: `ana.teclado.${stamp}@example.com`, password: "Caminata2026" };
const kine = { name: `Carla Teclado ${stamp}`, email: `carla.teclado.${stamp}@example.com`, password: "Columna2026" };
const title = `Rodilla sin mouse ${stamp.toString(36)}`;
const bio = "Quince años con rodillas.";

/** The focus is on an element, not lost to the body. */
const expectFocusKept = (page: Page) => expect(page.locator("body")).not.toBeFocused();

async function openBrowser(browser: Browser, baseURL: string | undefined, problems: string[]) {
  const page = await (await browser.newContext({ locale: "es-AR", baseURL })).newPage();
  watch(page, problems);
  return page;
}

test("the main job is done by keyboard alone, each control by its name, from both sign-ups to the review", async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const problems: string[] = [];
  const other = await openBrowser(browser, baseURL, problems);

  await test.step("the patient signs up", async () => {
    await beginSignUp(page, "Soy paciente", patient, { phone: "11 4444-1111", barrio: "caba" });
    await tabTo(page.getByRole("radio", { name: "Activo" }));
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Deportista" })).toBeChecked();
    await endSignUp(page);
    await page.waitForURL("**/dashboard/patient/cases");
  });

  await test.step("and publishes a case with a study", async () => {
    const create = page.getByRole("button", { name: "Crear Caso" });
    await press(create);
    const form = page.getByRole("dialog");
    await type(form.getByRole("textbox", { name: "Título" }), title);
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await expect(create).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(form.getByRole("textbox", { name: "Título" })).toHaveValue(title);
    await type(form.getByRole("textbox", { name: "Descripción" }), "Me duele al bajar escaleras");
    await tabTo(form.getByRole("radio", { name: "Cualquiera" }));
    await page.keyboard.press("ArrowDown");
    await expect(form.getByRole("radio", { name: "Consultorio" })).toBeChecked();
    const choosing = page.waitForEvent("filechooser");
    await press(form.getByLabel("Estudios", { exact: true }));
    await (await choosing).setFiles(fixtures.png);
    await expect(form.getByRole("list", { name: "Archivos elegidos" })).toContainText("radiografia.png");
    const publish = form.getByRole("button", { name: "Publicar caso" });
    await press(publish);
    await press(form.getByRole("checkbox", { name: /^Consiento/ }), "Space");
    await press(publish);
    await expect(page.getByText("Tu caso fue creado.", { exact: false })).toBeVisible();
    await expect(form).toBeHidden();
    await expectFocusKept(page);
  });

  await test.step("the specialist signs up", async () => {
    await beginSignUp(other, "Soy Especialista", kine, { phone: "11 5555-3333", barrio: "paler" });
    await type(other.getByRole("textbox", { name: "Matrícula" }), `MN ${stamp}`);
    await type(other.getByRole("combobox", { name: "Especialidad" }), "Kinesiología deportiva");
    const prices = other.getByRole("radiogroup", { name: "Rango de precios" }).getByRole("radio");
    await press(prices.first(), "Space");
    await other.keyboard.press("ArrowRight");
    await expect(prices.nth(1)).toBeChecked();
    await press(other.getByRole("checkbox", { name: "Consultorio" }), "Space");
    await press(other.getByRole("button", { name: "Continuar", exact: true }));
    await type(other.getByRole("textbox", { name: "Sobre mí" }), bio);
    await endSignUp(other);
    await other.waitForURL("**/pending-approval");
  });

  await test.step("the admin approves", async () => {
    const elena = await openBrowser(browser, baseURL, problems);
    await signInByKeys(elena, cast.elena);
    await press(elena.getByRole("link", { name: "Solicitudes" }));
    const application = elena.getByRole("listitem").filter({ hasText: kine.email });
    await press(application.getByRole("button", { name: kine.name }));
    const request = elena.getByRole("region", { name: "Solicitud", exact: true });
    await expect(request.getByRole("heading", { name: kine.name })).toBeFocused();
    // The register is another site.
    await elena.evaluate(() => void (window.open = () => null));
    await expect(request.getByRole("button", { name: "Copiar y abrir el registro" })).toBeEnabled();
    await press(request.getByRole("button", { name: "Copiar y abrir el registro" }));
    await expect(request.getByText("Registro abierto", { exact: false })).toBeVisible();
    await press(request.getByRole("button", { name: "La comprobé" }));
    await expect(request.getByText("Comprobada en el registro")).toBeVisible();
    await press(request.getByRole("button", { name: "Aprobar" }));
    await expect(elena.getByText("Especialista aprobado exitosamente")).toBeVisible();
    await expectFocusKept(elena);
    await elena.context().close();
  });

  await test.step("the specialist, let in, reads the study and applies", async () => {
    await other.waitForURL("**/dashboard/kine/cases");
    // Of two windows one has the focus: keys go nowhere in the other.
    await other.bringToFront();
    await press(other.getByRole("button", { name: title }));
    await press(other.getByRole("button", { name: "Abrir estudio 1" }));
    const viewer = other.getByRole("dialog", { name: "Estudio 1" });
    await expect(viewer.getByRole("img", { name: "Estudio 1" })).toBeVisible();
    await press(viewer.getByRole("button", { name: "Cerrar" }));
    await expect(viewer).toBeHidden();
    await press(other.getByRole("button", { name: "Postularme a este caso" }));
    await type(other.getByRole("textbox", { name: "Mensaje" }), "Trabajo seguido con rodillas");
    await press(other.getByRole("button", { name: "Enviar postulación" }));
    await expect(other.getByText("¡Postulación enviada!")).toBeVisible();
    await expect(other.getByRole("dialog", { name: "Postularme a este caso" })).toBeHidden();
    await expectFocusKept(other);
    await press(other.getByRole("dialog", { name: title }).getByRole("button", { name: "Cerrar" }));
    await expect(other.getByRole("dialog")).toBeHidden();
    await expectFocusKept(other);
  });

  await test.step("the patient chooses, finds the contact, closes and reviews", async () => {
    await page.bringToFront();
    const card = page.getByRole("button", { name: title });
    await press(card);
    const dialog = page.getByRole("dialog", { name: title });
    await press(dialog.getByRole("button", { name: "Aceptar" }));
    await press(page.getByRole("button", { name: /^Sí, elegir a/ }));
    await expect(page.getByText("¡Especialista aceptado!", { exact: false })).toBeVisible();
    await expectFocusKept(page);
    await tabTo(dialog.getByRole("link", { name: "Llamar" }));
    await tabTo(dialog.getByRole("link", { name: /^WhatsApp/ }));
    await press(dialog.getByRole("button", { name: "Cerrar Caso y Dejar Review" }));
    await press(page.getByRole("button", { name: "Sí, cerrar el caso" }));
    const review = page.getByRole("dialog", { name: /^¿Cómo te fue con/ });
    await tabTo(review.getByRole("radio", { name: "1 estrella" }));
    for (let more = 0; more < 4; more++) await page.keyboard.press("ArrowRight");
    await expect(review.getByRole("radio", { name: "5 estrellas" })).toBeChecked();
    await type(review.getByRole("textbox", { name: "Comentario" }), "Bajo escaleras sin dolor");
    await press(review.getByRole("button", { name: "Publicar reseña" }));
    await expect(page.getByText("¡Gracias por tu review!")).toBeVisible();
    await expect(review).toBeHidden();
    await expectFocusKept(page);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(card).toBeFocused();
  });

  await test.step("the specialist finds contact and review", async () => {
    await other.bringToFront();
    const sections = other.getByRole("navigation", { name: "Secciones" });
    await press(sections.getByRole("link", { name: "Mis Postulaciones" }));
    await tabTo(other.getByRole("link", { name: /^WhatsApp/ }));
    await press(sections.getByRole("link", { name: "Reseñas" }));
    await expect(other.getByText("Bajo escaleras sin dolor")).toBeVisible();
    await other.context().close();
  });

  await test.step("and the patient leaves", async () => {
    await press(page.getByRole("button", { name: "Menú de usuario" }));
    await expect(page.getByRole("menuitem", { name: "Mi Perfil" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Menú de usuario" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Sesión cerrada")).toBeVisible();
    await page.waitForURL((url) => url.pathname === "/");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Ir al contenido" })).toBeFocused();
  });
  expect(problems).toEqual([]);
});

test("the first stop of each page leads past its menu", async ({ page, baseURL }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Ir al contenido" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("¿Qué te duele?")).toBeFocused();

  const member = like(cast.ana, `Ana Salto ${stamp}`);
  await enter(baseURL!, member, "sign up");
  await signInByKeys(page, member);
  await page.goto("/dashboard/patient/cases");
  await expect(page.getByText("Todavía no publicaste ningún caso")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Ir al contenido" })).toBeFocused();
  expect(await invisibleFocus(page)).toEqual([]);
  await page.reload();
  await expect(page.getByText("Todavía no publicaste ningún caso")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Crear Caso" })).toBeFocused();
});
