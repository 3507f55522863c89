import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { expect, expectAccessible, signIn, signInByForm, test } from "./page.ts";
import { linkTo } from "./mail-link.ts";
import { agePasskeys, ageSignIns, claimAccount, confirmAddress, endGrace } from "./server-database.ts";

// axe checks of every state are slow on a busy machine.

const stamp = Date.now();
let people = 0;

/** A new patient, signed in, on "Seguridad". */
async function onSecurity(page: Page, baseURL: string | undefined) {
  people += 1;
  const person = like(cast.ana, `Segura ${people} ${stamp}`);
  await enter(baseURL!, person, "sign up");
  await claimAccount(person.email);
  await signIn(page, person, "/dashboard/patient/security#segundo-paso");
  await expect(page.getByRole("button", { name: "Agregar app de códigos" })).toBeVisible();
  return person;
}

test.describe("in an account that is not claimed", () => {
  // The browser logs the refusal, and that a link is sent for the proof of work only, once many were asked for.
  test.use({ expectedProblems: [/status of 40[03]/] });

  test("whoever adds a second step first opens the link of their address in this browser", async ({
    page,
    baseURL,
  }) => {
    const person = like(cast.ana, `Sin Reclamar ${stamp}`);
    await enter(baseURL!, person, "sign up");
    await signIn(page, person, "/dashboard/patient/security#segundo-paso");
    await page.getByRole("button", { name: "Agregar app de códigos" }).click();
    const question = page.getByRole("dialog", { name: "Primero confirmá tu email" });
    await expectAccessible(page);
    // The link of the sign-up, which the one that is asked for replaces.
    const first = await linkTo(person.email, /^Confirmá tu email/);
    await question.getByRole("button", { name: "Enviarme el enlace" }).press("Enter");
    await expect(question.getByText("Abrilo en este mismo navegador")).toBeVisible();
    await expectAccessible(page);
    await expect.poll(async () => linkTo(person.email, /^Confirmá tu email/)).not.toBe(first);
    const link = await linkTo(person.email, /^Confirmá tu email/);
    const tab = await page.context().newPage();
    await tab.goto(link);
    await tab.getByRole("button", { name: "Confirmar mi email" }).click();
    await expect(tab.getByRole("heading", { level: 1 })).toHaveText("Tu email quedó confirmado");
    await tab.close();
    await question.getByRole("button", { name: "Entendido" }).press("Enter");
    await page.getByRole("button", { name: "Agregar app de códigos" }).click();
    await expect(
      page.getByRole("dialog", { name: "Agregar app de códigos" }).getByRole("img", { name: /QR/ }),
    ).toBeVisible();
  });
});

async function leave(page: Page) {
  await page.getByRole("button", { name: "Menú de usuario" }).click();
  await page.getByRole("menuitem", { name: "Cerrar sesión" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

async function enterHalfway(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto("/auth?mode=signin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await page.waitForURL("**/auth/step-up");
  await expect(page.getByRole("heading", { name: "Un paso más" })).toBeVisible();
}

const codeOf = (secret: string, steps: number) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** Chromium's virtual authenticator: a security key or the device's own. */
async function plugIn(page: Page, transport: "usb" | "internal") {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport,
      hasResidentKey: transport === "internal",
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test.describe("on a phone, by keyboard", () => {
  test.use({
    viewport: { width: 360, height: 740 },
    // The browser logs every refusal: a wrong code or password.
    expectedProblems: [/status of 4(00|03|22)/],
  });

  test("an authenticator app and recovery codes are added, asked for at sign-in, and removed", async ({
    page,
    baseURL,
  }) => {
    const person = await onSecurity(page, baseURL);
    await expect(page).toHaveTitle("Kinexo | Seguridad");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Agregar app de códigos" }).focus();
    await page.keyboard.press("Enter");
    const app = page.getByRole("dialog", { name: "Agregar app de códigos" });
    await expect(app.getByRole("img", { name: /QR/ })).toBeVisible();
    expect(await app.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expectAccessible(page);
    const secret = (await app.getByRole("code").innerText()).replaceAll(" ", "");
    await app.getByLabel("Código de 6 números").fill("000000");
    await page.keyboard.press("Enter");
    await expect(app.getByText("El código no es correcto o ya se usó")).toBeVisible();
    await app.getByLabel("Código de 6 números").fill(codeOf(secret, -1));
    await page.keyboard.press("Enter");

    const codes = page.getByRole("dialog", { name: "Guardá tus códigos de recuperación" });
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    await expectAccessible(page);
    const recovery = await codes.getByRole("listitem").first().innerText();
    await codes.getByRole("button", { name: "Ya los guardé" }).press("Enter");
    await expect(page.getByRole("listitem", { name: "App de códigos" })).toBeVisible();
    await expect(codes).toBeHidden();
    await page.getByRole("heading", { name: "Códigos de recuperación", exact: true }).click();
    await expect(page.getByText("Te quedan 10 códigos de 10.")).toBeVisible();
    await expectAccessible(page);

    await leave(page);
    await enterHalfway(page, person);
    await expectAccessible(page);
    await page.goto("/dashboard/patient/cases");
    await page.waitForURL("**/auth/step-up");
    await expect(page.getByLabel("Código")).toBeFocused();
    await page.keyboard.type(codeOf(secret, 0));
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dashboard/patient/**");

    await leave(page);
    await enterHalfway(page, person);
    await page.getByRole("button", { name: "Usar un código de recuperación" }).press("Enter");
    await expect(page.getByLabel("Código de recuperación")).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(recovery.toUpperCase());
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dashboard/patient/**");
    await page.goto("/dashboard/patient/security#codigos");
    await expect(page.getByText("Te quedan 9 códigos de 10.")).toBeVisible();
    await page.getByRole("heading", { name: "Segundo paso al ingresar" }).click();

    await page.getByRole("button", { name: "Quitar App de códigos" }).press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name: "Sí, quitar" }).press("Enter");
    await expect(page.getByText("Todavía no tenés ninguno.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Códigos de recuperación" })).toBeHidden();
    await leave(page);
    await signInByForm(page, person);
  });

  test("a password is changed after the old one is typed again", async ({ page, baseURL }) => {
    const person = await onSecurity(page, baseURL);
    await ageSignIns(person.email);
    await expect(page.getByLabel("Contraseña nueva")).toBeHidden();
    await page.getByRole("heading", { name: "Contraseña" }).click();
    await page.getByLabel("Contraseña nueva").fill("corta");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Mínimo 8 caracteres")).toBeVisible();
    await page.getByLabel("Contraseña nueva").fill("Otra-clave-88");
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "Confirmá que sos vos" });
    await expect(question.getByLabel("Contraseña", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(page.getByLabel("Contraseña nueva")).toHaveValue("Otra-clave-88");
    await page.getByRole("button", { name: "Cambiar contraseña" }).press("Enter");
    await expect(question.getByLabel("Contraseña", { exact: true })).toBeFocused();
    await page.keyboard.type("No es esta 1");
    await page.keyboard.press("Enter");
    await expect(question.getByText("La contraseña no es correcta.")).toBeVisible();
    await question.getByLabel("Contraseña", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Contraseña cambiada")).toBeVisible();
    await leave(page);
    await signInByForm(page, { ...person, password: "Otra-clave-88" });
  });
});

test("a security key is added under a name and asked for at sign-in", async ({ page, baseURL }) => {
  const person = await onSecurity(page, baseURL);
  await plugIn(page, "usb");
  await page.getByRole("button", { name: "Agregar llave de seguridad" }).click();
  const dialog = page.getByRole("dialog", { name: "Agregar llave de seguridad" });
  await dialog.getByRole("button", { name: "Continuar" }).click();
  await expect(dialog.getByText("Poné un nombre para reconocerla")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Nombre").fill("Llave del llavero");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Ya los guardé" }).click();
  await expect(page.getByRole("listitem", { name: "Llave del llavero" })).toBeVisible();

  await page.getByRole("button", { name: "Agregar llave de seguridad" }).click();
  await dialog.getByLabel("Nombre").fill("Otra vez la misma");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Esa llave ya está agregada.")).toBeVisible();
  await page.keyboard.press("Escape");

  await leave(page);
  await enterHalfway(page, person);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Usar mi llave" }).press("Enter");
  await page.waitForURL("**/dashboard/patient/**");
});

test.describe("with a refusal that the browser reports", () => {
  test.use({ expectedProblems: [/status of 400/] });

  test("a passkey signs in without a password, and no more once it is removed", async ({ page, baseURL }) => {
    const person = await onSecurity(page, baseURL);
    await plugIn(page, "internal");
    await ageSignIns(person.email);
    await page.getByRole("button", { name: "Activar huella o cara" }).click();
    await page.getByRole("dialog").getByLabel("Nombre").fill("Notebook");
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "Confirmá que sos vos" });
    await expect(question.getByLabel("Contraseña", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.type(person.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listitem", { name: "Notebook" })).toBeVisible();
    await leave(page);
    await page.goto("/auth");
    await page.getByRole("button", { name: "Usar llave de acceso" }).press("Enter");
    await page.waitForURL("**/dashboard/patient/**");
    await page.goto("/dashboard/patient/security");
    await expect(page.getByRole("listitem", { name: "Notebook" }).getByText(/usada recién/)).toBeVisible();
    await ageSignIns(person.email);
    await page.getByRole("button", { name: "Quitar Notebook" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sí, quitar" }).click();
    await expect(question.getByLabel("Contraseña", { exact: true }), "one way at a time").toBeHidden();
    await expectAccessible(page);
    await question.getByRole("button", { name: "Usar mi huella o mi cara" }).click();
    await expect(page.getByRole("listitem", { name: "Notebook" })).toBeHidden();
  });

  test("where a passkey guards an account, it alone is asked for, and no password that would be refused", async ({
    page,
    baseURL,
  }) => {
    const person = await onSecurity(page, baseURL);
    await plugIn(page, "internal");
    await page.getByRole("button", { name: "Activar huella o cara" }).click();
    await page.getByRole("dialog").getByLabel("Nombre").fill("Teléfono");
    await page.keyboard.press("Enter");
    const line = page.getByRole("listitem", { name: "Teléfono" });
    await expect(line).toBeVisible();
    await agePasskeys(person.email);
    await page.getByRole("button", { name: "Quitar Teléfono" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sí, quitar" }).click();
    const question = page.getByRole("dialog", { name: "Confirmá que sos vos" });
    await expect(question.getByText("este cambio se confirma con ella", { exact: false })).toBeVisible();
    await expectAccessible(page);
    await expect(question.getByLabel("Contraseña", { exact: true })).toBeHidden();
    await question.getByRole("button", { name: "Usar mi huella o mi cara" }).click();
    await expect(line).toBeHidden();
  });
});

test("open sessions are listed by device and closed, one or all the others", async ({ page, browser, baseURL }) => {
  const person = await onSecurity(page, baseURL);
  const phone = await browser.newContext({
    userAgent: "Mozilla/5.0 (Linux; Android 14; moto g54) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36",
  });
  const onPhone = await phone.newPage();
  await signInByForm(onPhone, person);
  await page.goto("/dashboard/patient/security#sesiones");
  await page.reload();
  const there = page.getByRole("listitem", { name: "Chrome en Android" });
  await expect(there.getByText(/La misma red que usás ahora. Último uso: recién/)).toBeVisible();
  await expect(page.getByText("Este dispositivo", { exact: true })).toBeVisible();
  await there.getByRole("button", { name: "Cerrar Chrome en Android" }).click();
  await expect(there).toBeHidden();
  await onPhone.waitForURL("**/auth");
  await signInByForm(onPhone, person);
  await page.reload();
  await page.getByRole("button", { name: "Cerrar las demás" }).click();
  await expect(page.getByText("Cerramos las demás sesiones")).toBeVisible();
  await expect(page.getByText("Este dispositivo", { exact: true })).toBeVisible();
  await onPhone.waitForURL("**/auth");
  await phone.close();
});

test("an admin is urged on 'Hoy' to add a second step, and led into it", async ({ page }) => {
  await signIn(page, cast.elena);
  await expect(page.getByRole("heading", { level: 1, name: "Usuarios" })).toBeVisible();
  await expect(page.getByText("Protegela con un segundo paso al ingresar.")).toBeHidden();
  await page.goto("/dashboard/admin/today");
  await expect(page.getByText("Protegela con un segundo paso al ingresar.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Activar el segundo paso" }).click();
  await expect(page.getByRole("button", { name: "Agregar app de códigos" })).toBeInViewport();
  await expect(page.getByText("Protegela con un segundo paso al ingresar.")).toBeHidden();
});

test("an admin whose grace is over adds an app on the page that asks for it, and works on", async ({
  page,
  baseURL,
}) => {
  const elena = await enter(baseURL!, cast.elena, "sign in");
  const boss = like(cast.bruno, `Jefe Sin Paso ${stamp}`);
  const { id: user_id } = await enter(baseURL!, boss, "sign up");
  await confirmAddress(boss.email);
  await claimAccount(boss.email);
  await elena.api.accounts.assignRole({ user_id, role: "admin" });
  await elena.api.settings.change({ key: "admin_factor_days", value: 1 });
  await endGrace(user_id);
  await signIn(page, boss, "/dashboard/admin/users");
  await page.waitForURL("**/auth/step-up");
  await page.getByRole("button", { name: "Agregar app de códigos" }).click();
  const app = page.getByRole("dialog", { name: "Agregar app de códigos" });
  const secret = (await app.getByRole("code").innerText()).replaceAll(" ", "");
  await app.getByLabel("Código de 6 números").fill(codeOf(secret, 0));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Ya los guardé" }).click();
  await page.waitForURL("**/dashboard/admin/**");
  await elena.api.settings.change({ key: "admin_factor_days", value: null });
});
