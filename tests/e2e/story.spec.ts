import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { REPORTED } from "./failing.ts";
import { fixtures } from "./fixtures.ts";
import { expect, expectToFitEverywhere, signIn, signInByForm, test } from "./page.ts";

const stamp = Date.now().toString(36);
const PHONE = { width: 390, height: 844 };
const WEEK_MS = 7 * 24 * 3_600_000;

const main = (page: Page) => page.getByRole("main");
const on = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

/** Tells what hurts on the landing page, and goes on. */
async function begin(page: Page, words: string) {
  await page.goto("/");
  await page.getByLabel("¿Qué te duele?").fill(words);
  await on(page, "Seguir").click();
  await expect(main(page).getByLabel("Descripción")).toHaveValue(words);
}

/** Fills in who they are, goes on, and fills in the account. */
async function fillAccount(page: Page, email: string) {
  await main(page).getByLabel("Nombre completo").fill("Ana Corta");
  await main(page).getByLabel("Teléfono").fill("11 4444-2222");
  await on(page, "Seguir").click();
  await main(page).getByLabel("Email").fill(email);
  await main(page).getByLabel("Contraseña", { exact: true }).fill("Escalera2026");
}

/** Accepts the terms and consents to the use of health data. */
async function agree(page: Page) {
  for (const name of [/^Acepto los/, /^Consiento/]) await main(page).getByRole("checkbox", { name }).check();
}

test("a warning sign leads to 107 and to a way back, and nothing is published with one", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await begin(page, "Me duele la espalda");
  await on(page, "Seguir").click();
  await expect(on(page, "Nada de esto")).toBeVisible();
  for (const sign of ["Dolor de pecho", "Fiebre con mucho dolor", "No controlo el pis", "Perdí fuerza de golpe"]) {
    await main(page).getByLabel(sign).check();
    await expect(main(page).getByRole("alert")).toContainText("Esto no espera: guardia o 107");
    await expect(main(page).getByRole("link", { name: "Llamar al 107" })).toHaveAttribute("href", "tel:107");
    await expect(on(page, "Nada de esto")).toBeHidden();
    await on(page, "No me pasa, volver").click();
    await expect(on(page, "Nada de esto")).toBeVisible();
  }
  await expectToFitEverywhere(page, on(page, "Nada de esto"), [320, 360, 1440]);
});

test("a marked warning sign is not passed by Forward, by the address or by a reload", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await begin(page, "Me duele la espalda");
  await on(page, "Seguir").click();
  await on(page, "Nada de esto").click();
  await expect(main(page).getByRole("combobox", { name: "Barrio" })).toBeVisible();
  await page.goBack();
  await main(page).getByLabel("Dolor de pecho").check();
  await page.goForward();
  await expect(main(page).getByRole("alert")).toContainText("Esto no espera");
  await expect(main(page).getByRole("combobox", { name: "Barrio" })).toBeHidden();
  await page.goto("/contar?paso=3");
  await expect(on(page, "Nada de esto")).toBeVisible();
});

test("a visitor who leaves and comes back finds what they told, Back leads to each step, and a step not reached is not skipped", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto("/contar?paso=4");
  await expect(main(page).getByRole("heading", { name: "¿Qué te duele?" })).toBeVisible();
  await page.goto("/");
  await page.getByRole("link", { name: "Rodilla" }).click();
  await expect(main(page).getByRole("radio", { name: "Rodilla" })).toBeChecked();
  await on(page, "Seguir").click();
  await expect(main(page).getByText("La descripción es requerida")).toBeVisible();
  await main(page).getByLabel("Descripción").fill("Me duele al bajar");
  await main(page).getByRole("radio", { name: "Derecha" }).check();
  await on(page, "Seguir").click();
  await on(page, "Nada de esto").click();
  await on(page, "Seguir").click();
  await expect(main(page).getByText("Barrio requerida")).toBeVisible();
  await main(page).getByRole("combobox", { name: "Barrio" }).fill("Caballito");
  await page.keyboard.press("Tab");
  await on(page, "Seguir").click();
  await expect(main(page).getByRole("heading", { name: "¿Quién sos?" })).toBeVisible();

  await page.goBack();
  await expect(main(page).getByRole("combobox", { name: "Barrio" })).toHaveValue("Caballito");
  await page.getByRole("button", { name: "Volver" }).click();
  await expect(on(page, "Nada de esto")).toBeVisible();
  await page.goBack();
  await expect(main(page).getByRole("radio", { name: "Derecha" })).toBeChecked();

  // The landing page adds to what was told, and takes nothing from it.
  await page.goto("/");
  await page.getByRole("link", { name: "Rodilla" }).click();
  await expect(main(page).getByLabel("Descripción")).toHaveValue("Me duele al bajar");
  await main(page).getByRole("radio", { name: "Derecha" }).check();
  await page.goto("/contar?paso=4");
  await expect(main(page).getByRole("heading", { name: "¿Quién sos?" })).toBeVisible();
  await expectToFitEverywhere(page, main(page).getByLabel("Teléfono"), [320, 360, 1440]);
  await on(page, "Seguir").click();
  for (const problem of ["Mínimo 2 caracteres", "Teléfono inválido"])
    await expect(main(page).getByText(problem).first()).toBeVisible();
  await expect(main(page).getByLabel("Nombre completo")).toBeFocused();
  await main(page).getByLabel("Nombre completo").fill("Ana Corta");
  await main(page).getByLabel("Teléfono").fill("11 4444-2222");
  await on(page, "Seguir").click();
  await expectToFitEverywhere(page, main(page).getByLabel("Email"), [320, 360, 1440]);
  await on(page, "Seguir").click();
  for (const problem of ["Email inválido", "Mínimo 8 caracteres"])
    await expect(main(page).getByText(problem).first()).toBeVisible();
  await expect(main(page).getByLabel("Email")).toBeFocused();
  await page.goBack();
  await fillAccount(page, `vuelve.${stamp}@example.com`);
  await on(page, "Seguir").click();
  await expect(main(page).getByText("Rodilla derecha: me duele al bajar")).toBeVisible();
  await expectToFitEverywhere(page, on(page, "Publicar"), [320, 360, 1440]);
  await on(page, "Publicar").click();
  await expect(main(page).getByText("Debes aceptar los términos")).toBeVisible();
  await expect(main(page).getByText(/^Para publicar casos, subir estudios/)).toBeVisible();
  await expect(main(page).getByRole("checkbox", { name: /^Acepto los/ })).toBeFocused();
  await main(page)
    .getByRole("checkbox", { name: /^Acepto los/ })
    .check();
  await on(page, "Publicar").click();
  await expect(main(page).getByRole("checkbox", { name: /^Consiento/ })).toBeFocused();

  // Back keeps the password while the page is open, and a reload asks for it again before anything is published.
  await page.goBack();
  await page.goBack();
  await page.goForward();
  await expect(main(page).getByLabel("Contraseña", { exact: true })).toHaveValue("Escalera2026");
  await page.goForward();
  await expect(on(page, "Publicar")).toBeVisible();
  await page.reload();
  await expect(main(page).getByLabel("Contraseña", { exact: true })).toHaveValue("");
  await expect(main(page).getByLabel("Email")).toHaveValue(`vuelve.${stamp}@example.com`);

  // The title follows the words.
  await page.goto("/contar");
  await main(page).getByLabel("Descripción").fill("Me duele al subir");
  await page.goto("/contar?paso=5");
  await main(page).getByLabel("Contraseña", { exact: true }).fill("Escalera2026");
  await on(page, "Seguir").click();
  await expect(main(page).getByText("Rodilla derecha: me duele al subir")).toBeVisible();
});

test("what only the account can refuse leads back to its field, and who has an account is led to the sign-in", async ({
  page,
  baseURL,
  expectedProblems,
}) => {
  expectedProblems.push(REPORTED);
  const ana = like(cast.ana, `Ana Repite ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  await page.setViewportSize(PHONE);
  await begin(page, "Me duele la cadera");
  await on(page, "Seguir").click();
  await on(page, "Nada de esto").click();
  await main(page).getByRole("combobox", { name: "Barrio" }).fill("Almagro");
  await page.keyboard.press("Tab");
  await on(page, "Seguir").click();
  await fillAccount(page, ana.email);
  await on(page, "Seguir").click();
  await agree(page);
  await on(page, "Publicar").click();
  await expect(main(page).getByLabel("Email")).toBeFocused();
  await expect(main(page).getByText("Este email ya está registrado")).toBeVisible();
  await main(page).getByRole("link", { name: "Iniciar sesión y publicarlo" }).click();
  await expect(page.getByRole("button", { name: "Iniciar sesión" })).toBeVisible();
});

test("a password's rule stands above it, and what it lacks is said as it is typed", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await begin(page, "Me duele la cadera");
  await on(page, "Seguir").click();
  await on(page, "Nada de esto").click();
  await main(page).getByRole("combobox", { name: "Barrio" }).fill("Almagro");
  await page.keyboard.press("Tab");
  await on(page, "Seguir").click();
  await main(page).getByLabel("Nombre completo").fill("Ana Corta");
  await main(page).getByLabel("Teléfono").fill("11 4444-2222");
  await on(page, "Seguir").click();
  const password = main(page).getByLabel("Contraseña", { exact: true });
  const rule = main(page).getByText("Inventá una: 8 letras, mayúscula y número.");
  await expect(password).toBeVisible();
  await expect(rule).toBeVisible();
  const before = await on(page, "Seguir").boundingBox();
  await password.fill("escalera");
  await expect(main(page).getByText("Falta: una mayúscula y un número.")).toBeVisible();
  expect((await on(page, "Seguir").boundingBox())?.y, "nothing moves").toBeCloseTo(before!.y, 0);
});

test("who sends studies with a case chooses who may open them before publishing it", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await begin(page, "Me duele la cadera");
  await on(page, "Seguir").click();
  await on(page, "Nada de esto").click();
  await main(page).getByRole("combobox", { name: "Barrio" }).fill("Almagro");
  await page.keyboard.press("Tab");
  await main(page).getByLabel("Estudios", { exact: true }).setInputFiles(fixtures.png);
  await on(page, "Seguir").click();
  await fillAccount(page, `estudio.${stamp}@example.com`);
  await on(page, "Seguir").click();
  await expect(main(page).getByText("Almagro · 1 estudio")).toBeVisible();
  await main(page).getByText("Más datos", { exact: true }).click();
  await main(page)
    .getByRole("radiogroup", { name: "Quién puede abrirlos" })
    .getByRole("radio", { name: /acept/ })
    .check();
  await agree(page);
  const sent = page.waitForRequest("**/rpc/cases/create*");
  await on(page, "Publicar").click();
  expect((await sent).postData()).toContain('"studies_access":"accepted"');
  await page.waitForURL("**/dashboard/patient/cases");
});

test("words that name a place choose it, the newest words win, and a side that was chosen stays", async ({ page }) => {
  await page.setViewportSize(PHONE);
  const chosen = (name: string) => main(page).getByRole("radio", { name, exact: true });
  await begin(page, "Me duele la rodilla al bajar");
  await expect(chosen("Rodilla")).toBeChecked();
  await chosen("Izquierda").check();
  await begin(page, "La rodilla me duele más");
  await expect(chosen("Izquierda")).toBeChecked();
  await begin(page, "Ahora es el hombro derecho");
  await expect(chosen("Hombro")).toBeChecked();
  await expect(chosen("Derecho")).toBeChecked();
  await on(page, "Cambiar la zona").click();
  await expect(chosen("Hombro")).toBeFocused();
  await main(page).getByText("Cuello", { exact: true }).click();
  await page.reload();
  await expect(chosen("Cuello")).toBeChecked();
});

test("what a visitor told ends after seven days, and is not of somebody else who signs in on the device", async ({
  page,
  baseURL,
}) => {
  const bruno = like(cast.bruno, `Bruno Ajeno ${stamp}`);
  await enter(baseURL!, bruno, "sign up");
  await begin(page, "Me duele el cuello");
  await page.evaluate((week) => {
    const story = JSON.parse(localStorage.getItem("case-story")!) as { at: number };
    localStorage.setItem("case-story", JSON.stringify({ ...story, at: story.at - week }));
  }, WEEK_MS);
  await page.reload();
  await expect(main(page).getByLabel("Descripción")).toHaveValue("");

  await begin(page, "Me duele el cuello");
  // Another tab of the same device, where nobody told anything.
  const other = await page.context().newPage();
  await signIn(other, bruno, "/dashboard/patient/cases?nuevo=1");
  await expect(other.getByRole("dialog").getByLabel("Descripción")).toHaveValue("");
  expect(await other.evaluate(() => localStorage.getItem("case-story"))).toBeNull();
});

test("who has an account already signs in from the path, and goes on with what they told", async ({
  page,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Vuelve ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  await begin(page, "Me duele el hombro al peinarme");
  await signInByForm(page, ana);
  const form = page.getByRole("dialog", { name: "Crear Caso" });
  await expect(form.getByLabel("Descripción")).toHaveValue("Me duele el hombro al peinarme");
  expect(await page.evaluate(() => localStorage.getItem("case-story"))).toBeNull();
});

test("a visitor whose connection breaks between account and case finds it in the form, ready to publish", async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_FAILED/);
  await page.setViewportSize(PHONE);
  await begin(page, "Me duele la cadera");
  await on(page, "Seguir").click();
  await on(page, "Nada de esto").click();
  await main(page).getByRole("combobox", { name: "Barrio" }).fill("Almagro");
  await page.keyboard.press("Tab");
  await on(page, "Seguir").click();
  await fillAccount(page, `corta.${stamp}@example.com`);
  await on(page, "Seguir").click();
  await agree(page);
  await page.route("**/rpc/cases/create*", (route) => route.abort());
  // Twice: one account, one attempt.
  await on(page, "Publicar").dblclick();
  await expect(page.getByText(/Falta publicar tu caso/)).toBeVisible();
  await page.unroute("**/rpc/cases/create*");
  const form = page.getByRole("dialog", { name: "Crear Caso" });
  await expect(form.getByLabel("Descripción")).toHaveValue("Me duele la cadera");
  await form.getByRole("button", { name: "Seguir" }).click();
  await form.getByRole("button", { name: "Nada de esto" }).click();
  await form.getByRole("button", { name: "Seguir" }).click();
  await expect(form.getByLabel("Título")).toHaveValue("Me duele la cadera");
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
});
