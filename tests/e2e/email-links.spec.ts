import type { Page } from "@playwright/test";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { newAuthenticator } from "../auth/authenticator.ts";
import { addTotp, codeNow, sure } from "../auth/second-factors.ts";
import { enter, like, ownAddress } from "../support/people.ts";
import { linkTo } from "./mail-link.ts";
import { expect, expectAccessible, expectToFitEverywhere, openAs, test } from "./page.ts";
import { claimAccount, makeMovedIn } from "./server-database.ts";

const stamp = Date.now().toString(36);
const NEW_PASSWORD = "Otra-caminata-88";

/** Requests a recovery link in the browser. */
async function askForLink(page: Page, email: string) {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Revisá tu correo");
}

// The browser logs the refused link.
test.use({ expectedProblems: [/status of 403/] });

test("on a phone, by keyboard, a forgotten password is replaced by the link that comes by mail", async ({
  page,
  baseURL,
}) => {
  test.slow();
  const member = like(cast.ana, `Olvido ${stamp}`);
  await enter(baseURL ?? "", member, "sign up");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/auth?mode=signin");
  await page.getByRole("link", { name: "¿Olvidaste tu contraseña?" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Recuperá tu contraseña");
  await expectAccessible(page);
  await page.getByLabel("Email").fill("no es un email");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email inválido")).toBeVisible();
  await page.getByLabel("Email").fill(member.email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Revisá tu correo");
  await expectAccessible(page);

  const link = await linkTo(member.email, /^Elegí una nueva contraseña/);
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Elegir nueva contraseña" }).press("Enter");
  await page.waitForURL("**/change-password");
  await page.reload();
  await page.getByLabel("Contraseña nueva").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/patient/cases");

  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("button", { name: "Elegir nueva contraseña" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Este enlace ya no sirve");
  await expect(page.getByRole("link", { name: "Pedir otro enlace" })).toBeVisible();
  await expectAccessible(page);
  await enter(baseURL ?? "", { ...member, password: NEW_PASSWORD }, "sign in");
});

test("in Seguridad the e-mail is confirmed and changed by links, and says what is still missing", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const member = like(cast.ana, `Cambio ${stamp}`);
  await enter(baseURL ?? "", member, "sign up");
  const page = await openAs(browser, baseURL ?? "", member, "/dashboard/patient/security");
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Email", exact: true }) });
  await expect(section.getByText("Sin confirmar")).toBeVisible();
  await page.goto(await linkTo(member.email, /^Confirmá tu email/));
  await page.getByRole("button", { name: "Confirmar mi email" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tu email quedó confirmado");
  await page.getByRole("link", { name: "Continuar" }).click();
  await page.waitForURL("**/dashboard/patient/**");
  await page.goto("/dashboard/patient/security#email");
  await expect(section.getByText("Confirmado", { exact: true })).toBeVisible();

  const address = `nuevo.${stamp}@example.com`;
  await section.getByLabel("Email nuevo").fill(address);
  await section.getByRole("button", { name: "Cambiar email" }).click();
  await expect(section.getByText(`Falta confirmar ${address}`)).toBeVisible();
  await expectAccessible(page);
  await page.goto(await linkTo(address, /^Confirmá tu nuevo email/));
  await page.getByRole("button", { name: "Usar este email" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tu email cambió");
  await page.goto("/dashboard/patient/security#email");
  await expect(section.getByText(address)).toBeVisible();
  await expect(section.getByText("Falta confirmar")).toHaveCount(0);
});

test("who moved in unconfirmed is asked on every screen for the link that confirms, also before an admission", async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const notice = "Confirmá tu email para que te lleguen todos los avisos.";
  const openMoved = async (member: CastMember, path: string) => {
    await enter(baseURL ?? "", member, "sign up");
    await makeMovedIn(member.email);
    const page = await openAs(browser, baseURL ?? "", member, path);
    await expect(page.getByText(notice)).toBeVisible();
    await expectToFitEverywhere(page, page.getByRole("button", { name: "Confirmar mi email" }));
    await page.getByRole("button", { name: "Confirmar mi email" }).click();
    await expect(page.getByRole("dialog", { name: "Primero confirmá tu email" })).toBeVisible();
    await expectAccessible(page);
    return page;
  };
  const license_number = `MN ${String(Date.now()).slice(-7)}`;
  await openMoved(like(cast.carla, `Mudado ${stamp}`, { license_number }), "/pending-approval");
  const member = like(cast.ana, `Mudada ${stamp}`);
  const page = await openMoved(member, "/dashboard/patient/cases");
  const first = await linkTo(member.email, /^Confirmá tu email/);
  // So many messages of one network need proof of work, whose question a browser reports.
  await page.setExtraHTTPHeaders(ownAddress());
  await page.getByRole("button", { name: "Enviarme el enlace" }).click();
  await expect(page.getByText("Abrilo en este mismo navegador")).toBeVisible();
  await expect.poll(async () => linkTo(member.email, /^Confirmá tu email/)).not.toBe(first);
  await page.goto(await linkTo(member.email, /^Confirmá tu email/));
  await page.getByRole("button", { name: "Confirmar mi email" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tu email quedó confirmado");
  await page.getByRole("link", { name: "Continuar" }).click();
  await page.waitForURL("**/dashboard/patient/**");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(notice)).toHaveCount(0);
});

test("a pending change of e-mail is sent again and cancelled in Seguridad", async ({ browser, baseURL }) => {
  test.slow();
  const member = like(cast.ana, `Cancela ${stamp}`);
  await enter(baseURL ?? "", member, "sign up");
  const page = await openAs(browser, baseURL ?? "", member, "/dashboard/patient/security");
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Email", exact: true }) });
  const address = `cancelado.${stamp}@example.com`;
  await section.getByLabel("Email nuevo").fill(address);
  await section.getByRole("button", { name: "Cambiar email" }).click();
  await expect(section.getByText(`Falta confirmar ${address}`)).toBeVisible();
  await expectAccessible(page);
  const first = await linkTo(address, /^Confirmá tu nuevo email/);
  await section.getByRole("button", { name: "Reenviar enlace" }).click();
  await expect(page.getByText("Te mandamos otro enlace")).toBeVisible();
  await expect.poll(async () => linkTo(address, /^Confirmá tu nuevo email/)).not.toBe(first);
  await section.getByRole("button", { name: "Cancelar el cambio" }).press("Enter");
  await expect(page.getByText("Cancelaste el cambio de email")).toBeVisible();
  await expect(section.getByText(`Falta confirmar ${address}`)).toHaveCount(0);
  await page.goto(await linkTo(address, /^Confirmá tu nuevo email/));
  await page.getByRole("button", { name: "Usar este email" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Este enlace ya no sirve");
});

test("whoever recovers an account keeps the new ways in that they know, and the others go", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const member = like(cast.ana, `Ajenas ${stamp}`);
  const origin = new URL(baseURL ?? "").origin;
  const { auth } = await enter(origin, member, "sign up");
  // A confirmation within a session of the account proves the address, so a later recovery revokes nothing.
  const own = await openAs(browser, origin, member, "/dashboard/patient/security");
  await own.goto(await linkTo(member.email, /^Confirmá tu email/));
  await own.getByRole("button", { name: "Confirmar mi email" }).click();
  await expect(own.getByRole("heading", { level: 1 })).toHaveText("Tu email quedó confirmado");
  await own.context().close();
  for (const friendlyName of ["Notebook ajena", "Celular propio"]) {
    const { challenge_id, options } = sure(await auth.passkey.startRegistration());
    const credential = newAuthenticator().create(options as never, { origin });
    const { id: passkeyId } = sure(await auth.passkey.verifyRegistration({ challengeId: challenge_id, credential }));
    sure(await auth.passkey.update({ passkeyId, friendlyName }));
  }
  const { secret } = await addTotp(auth, "Teléfono propio");

  await askForLink(page, member.email);
  await page.goto(await linkTo(member.email, /^Elegí una nueva contraseña/));
  await page.getByRole("button", { name: "Elegir nueva contraseña" }).click();
  await page.waitForURL("**/auth/step-up");
  await expect(page.getByText("¿No tenés ninguno, o no los agregaste vos?")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Código").fill(codeNow(secret, 1));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/change-password");
  await expect(page.getByRole("listitem", { name: "Teléfono propio" })).toBeVisible();
  await expectAccessible(page);
  const theirs = page.getByRole("radiogroup", { name: "Llave de acceso Notebook ajena" });
  await expect(theirs.getByRole("radio", { name: "Quitar" })).toBeChecked();
  const known = page.getByRole("radiogroup", { name: "Llave de acceso Celular propio" });
  await known.getByRole("radio", { name: "Conservar" }).check();
  await page.getByLabel("Contraseña nueva").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/patient/cases");
  await page.goto("/dashboard/patient/security#segundo-paso");
  await expect(page.getByRole("listitem", { name: "Celular propio" })).toBeVisible();
  await expect(page.getByRole("listitem", { name: "Notebook ajena" })).toHaveCount(0);
  await expect(page.getByRole("listitem", { name: "Teléfono propio" })).toBeVisible();
});

test("'No fui yo' removes a new way in by a press, without signing in", async ({ page, baseURL }) => {
  const member = like(cast.ana, `No Fui Yo ${stamp}`);
  const origin = new URL(baseURL ?? "").origin;
  const { auth } = await enter(origin, member, "sign up");
  await claimAccount(member.email);
  await addTotp(auth, "Ajeno");
  await page.goto(await linkTo(member.email, /^Se agregó una forma de ingreso/));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("¿No agregaste esta forma de ingreso?");
  await expectAccessible(page);
  await page.getByRole("button", { name: "No fui yo: quitarla" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("La quitamos y cerramos las sesiones que abrió");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Elegir una contraseña nueva" }).click();
  await page.waitForURL("**/forgot-password");
  await enter(origin, member, "sign in");
});

test("an address without a link's contents says so", async ({ page }) => {
  await page.goto("/auth/link#type=otra&token_hash=x");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Este enlace ya no sirve");
  await expectAccessible(page);
});

test.describe("with a refusal that the browser reports", () => {
  test.use({ expectedProblems: [/status of 40[03]/] });

  test("the link about a lost admin says what it undoes, and once it is over where else that is done", async ({
    page,
  }) => {
    await page.goto("/auth/link#type=admin_back&token_hash=x");
    await expect(page.getByText("esa persona recupera su cuenta y su rol", { exact: false })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Deshacer este cambio" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Este enlace ya no sirve");
    await expect(page.getByText("Quien administra puede devolver el rol en Usuarios.", { exact: false })).toBeVisible();
  });
});
