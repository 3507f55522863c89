import { join } from "node:path";
import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { messagesTo } from "../support/outbox.ts";
import { REPORTED } from "./failing.ts";
import { fixtures } from "./fixtures.ts";
import { expect, expectAccessible, fillAndLeave, signIn, test } from "./page.ts";

const stamp = Date.now().toString(36);
const outbox = join(process.env["E2E_DATA_DIR"] ?? "", "outbox");

const mailTo = async (address: string) => (await messagesTo(outbox, address)).at(0);

async function fill(page: Page, who: string) {
  await page.getByLabel("Nombre completo").fill(`Mariana ${who}`);
  await page.getByLabel("Email").fill(`mariana.${who}@example.com`);
  await page.getByLabel("Teléfono").fill("+54 11 5555-7777");
  await page.getByLabel("Matrícula").fill(`MN ${who}`);
  await fillAndLeave(page.getByRole("combobox", { name: "Especialidad" }), "Kinesiología respiratoria");
  await page.getByLabel("Rango de precios").selectOption("$25.000 - $35.000");
  await page.getByRole("checkbox", { name: "A domicilio" }).check();
  await page.getByRole("checkbox", { name: "Online" }).check();
  await fillAndLeave(page.getByRole("combobox", { name: "Barrio" }), "Belgrano");
  await page.getByLabel("Sobre mí").fill("Diez años en terapia intensiva.");
  await page.getByRole("checkbox", { name: /^Acepto los/ }).check();
}

// The browser logs the refusal of a taken e-mail and lost answers.
test.use({ expectedProblems: [REPORTED] });

for (const width of isFull ? [1280, 360] : [360]) {
  test(`an admin adds a specialist, who chooses a password and starts, at ${width} pixels`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow();
    const who = `${width}-${stamp}`;
    const email = `mariana.${who}@example.com`;
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, cast.elena, "/dashboard/admin/users");
    if (width < 768) await page.getByRole("button", { name: "Abrir menú" }).click();
    await page.getByRole("link", { name: "Crear Especialista" }).click();
    await expect(page.getByRole("heading", { name: "Crear Especialista" })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Crear Especialista" }).click();
    await expect(page.getByText("Por favor corrige los errores en el formulario")).toBeVisible();
    await expect(page.getByText("Matrícula requerida")).toBeVisible();
    await expect(page.getByText("Selecciona al menos una modalidad")).toBeVisible();
    await expect(page.getByText("Debes aceptar los términos y condiciones para continuar")).toBeVisible();
    await expect(page.getByLabel("Nombre completo")).toBeFocused();
    await expectAccessible(page);

    await fill(page, who);
    await expect(page.getByText("No se lee el número. Queda sin comprobar.")).toBeVisible();
    await expect(page.getByText("31/500")).toBeVisible();
    await page.getByLabel("Foto de perfil").setInputFiles(fixtures.photo);
    await expect(page.getByText("Foto seleccionada. Se subirá al crear tu cuenta")).toBeVisible();
    await page.getByRole("button", { name: "Generar contraseña" }).click();
    await expect(page.getByLabel("Contraseña temporal")).not.toHaveValue("");
    const password = await page.getByLabel("Contraseña temporal").inputValue();
    await page.getByLabel("Email").fill(cast.elena.email);
    await page.getByRole("button", { name: "Crear Especialista" }).click();
    await expect(page.getByText("Este email ya está registrado").first()).toBeVisible();
    await expect(page.getByLabel("Sobre mí")).toHaveValue("Diez años en terapia intensiva.");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Crear Especialista" }).dblclick();
    await expect(
      page.getByText("Especialista creado exitosamente! Se le envió un email con las instrucciones."),
    ).toHaveCount(1);
    await expect(page.getByRole("heading", { name: "Especialista creado" })).toBeFocused();
    await expect(page.getByText(password)).toBeVisible();
    await expectAccessible(page);

    await expect.poll(() => mailTo(email)).toBeTruthy();
    const link = /http\S+mode=signin/.exec((await mailTo(email))?.text ?? "")?.[0] ?? "";
    expect(link).toBe(`${baseURL}/auth?mode=signin`);

    const context = await browser.newContext({ baseURL, viewport: { width, height: 800 }, locale: "es-AR" });
    const theirs = await context.newPage();
    await theirs.goto(link);
    await theirs.getByLabel("Email").fill(email);
    await theirs.getByLabel("Contraseña", { exact: true }).fill(password);
    await theirs.getByRole("button", { name: "Iniciar sesión" }).click();
    await theirs.waitForURL("**/change-password");
    await expect(theirs.getByRole("heading", { name: "Elegí tu contraseña" })).toBeVisible();
    await expectAccessible(theirs);
    await theirs.goto("/dashboard/kine/cases");
    await theirs.waitForURL("**/change-password");
    await theirs.getByLabel("Contraseña nueva").fill(password);
    await theirs.getByRole("button", { name: "Guardar contraseña" }).click();
    await expect(theirs.getByText("La contraseña nueva tiene que ser distinta de la actual").first()).toBeVisible();
    await theirs.getByLabel("Contraseña nueva").fill("Propia2026x");
    await theirs.getByRole("button", { name: "Guardar contraseña" }).click();
    await expect(theirs.getByRole("heading", { name: "Casos Disponibles" })).toBeVisible();
    await theirs.goto("/change-password");
    await theirs.waitForURL("**/dashboard/kine/cases");
    await context.close();

    await page.getByRole("link", { name: "Ver perfil" }).click();
    await expect(page.getByRole("heading", { name: `Mariana ${who}` })).toBeVisible();
    await expect(page.getByText("Kinesiología respiratoria").first()).toBeVisible();
    await expect(page.locator(`img[src*="/files/avatars/"]`).first()).toBeVisible();
  });
}

test("a specialist whose answer was lost is created once, also after the page noticed that the server is back", async ({
  page,
}) => {
  await signIn(page, cast.elena, "/dashboard/admin/create-kine");
  await fill(page, `lost-${stamp}`);
  await page.getByRole("button", { name: "Generar contraseña" }).click();
  const keys: (string | undefined)[] = [];
  await page.route("**/rpc/accounts/createKine", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  const answering = page.waitForResponse("**/rpc/accounts/me");
  await page.getByRole("button", { name: "Crear Especialista" }).click();
  await answering;
  await page.getByRole("button", { name: "Crear Especialista" }).click();
  await expect(page.getByRole("heading", { name: "Especialista creado" })).toBeVisible();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
});

test("an admin invites a specialist, who accepts the terms by the link and starts", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const email = `mariana.invited-${stamp}@example.com`;
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, cast.elena, "/dashboard/admin/create-kine");
  await fill(page, `invited-${stamp}`);
  await page.getByRole("button", { name: "Crear Especialista" }).click();
  await expect(page.getByRole("heading", { name: "Especialista creado" })).toBeFocused();
  await expect(page.getByText("ahí acepta los términos y elige su contraseña")).toBeVisible();
  await expectAccessible(page);

  await expect.poll(() => mailTo(email)).toBeTruthy();
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 }, locale: "es-AR" });
  const theirs = await context.newPage();
  await theirs.goto((await mailTo(email))?.link ?? "");
  await theirs.getByRole("button", { name: "Elegir mi contraseña" }).click();
  await theirs.waitForURL("**/change-password");
  await theirs.getByLabel("Contraseña nueva").fill("Propia2026x");
  const terms = theirs.getByRole("checkbox", { name: /^Acepto los/ });
  await expect(terms).not.toBeChecked();
  await expectAccessible(theirs);
  await theirs.getByRole("button", { name: "Guardar contraseña" }).click();
  await expect(theirs.getByText("Debes aceptar los términos y condiciones para continuar")).toBeVisible();
  await terms.check();
  await theirs.getByRole("button", { name: "Guardar contraseña" }).click();
  await expect(theirs.getByRole("heading", { name: "Casos Disponibles" })).toBeVisible();
  await context.close();
});
