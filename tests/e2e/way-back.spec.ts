import type { Locator, Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, openAs, signIn, signInByForm, test } from "./page.ts";
import { fillAccount, fillContact, fillSignUp, goOn, someone } from "./sign-up.ts";

const stamp = Date.now().toString(36);
const newPatient = (name: string) => like(cast.ana, `${name} ${stamp}`);

test("Back after signing in leads to the page before the sign-in, and never back into the dashboard", async ({
  page,
  baseURL,
}) => {
  const ana = newPatient("Ana Vuelve");
  await enter(baseURL!, ana, "sign up");
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Iniciar sesión" }).click();
  await page.getByLabel("Email").fill(ana.email);
  await page.getByLabel("Contraseña", { exact: true }).fill(ana.password);
  await page.getByRole("button", { name: "Iniciar sesión" }).click();
  await page.waitForURL("**/dashboard/patient/cases");
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conecta con especialistas verificados");
});

async function leaveBy(page: Page, link: string) {
  await page.getByRole("navigation", { name: "Secciones" }).getByRole("link", { name: link }).click();
}

test("a menu link or Back asks before it discards what is typed in a profile, and not once it is saved", async ({
  browser,
  baseURL,
}) => {
  const carla = like(cast.carla, `Carla Sale ${stamp}`, { license_number: `W ${stamp}` });
  await enterApproved(baseURL!, carla);
  const page = await openAs(browser, baseURL!, carla, "/dashboard/kine/cases");
  await leaveBy(page, "Mi Perfil");
  await page.getByLabel("Sobre mí").fill("Rodillas y hombros.");
  const question = page.getByRole("alertdialog", { name: "¿Salir sin guardar?" });
  await leaveBy(page, "Reseñas");
  await question.getByRole("button", { name: "Seguir acá" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel("Sobre mí")).toHaveValue("Rodillas y hombros.");
  await page.goBack();
  await expect(question).toBeVisible();
  // The page reverts the step back a moment later: wait for that before the second step back.
  await expect(page).toHaveURL(/kine\/profile/);
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/kine\/profile/);
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Perfil actualizado exitosamente")).toBeVisible();
  await leaveBy(page, "Reseñas");
  await expect(page).toHaveURL(/kine\/reviews/);
  await leaveBy(page, "Mi Perfil");
  await page.getByLabel("Sobre mí").fill("Otra cosa.");
  await leaveBy(page, "Reseñas");
  await question.getByRole("button", { name: "Salir sin guardar" }).click();
  await expect(page).toHaveURL(/kine\/reviews/);
  await leaveBy(page, "Mi Perfil");
  await expect(page.getByLabel("Sobre mí")).toHaveValue("Rodillas y hombros.");
});

test("a menu link asks before it discards a new specialist's data", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/create-kine");
  await page.getByLabel("Nombre completo").fill("Vera");
  await leaveBy(page, "Usuarios");
  await expect(page.getByRole("alertdialog", { name: "¿Salir sin guardar?" })).toBeVisible();
});

test("Back closes the drawer and each question, and the page beneath stays", async ({ page, baseURL }) => {
  const ana = newPatient("Ana Capas");
  await enter(baseURL!, ana, "sign up");
  await signIn(page, ana);
  await leaveBy(page, "Mi Perfil");
  await page.getByRole("button", { name: "Eliminar cuenta" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/patient\/profile/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Abrir menú" }).click();
  await expect(page.getByRole("dialog", { name: "Menú" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog", { name: "Menú" })).toBeHidden();
  await expect(page).toHaveURL(/patient\/profile/);
  await page.goBack();
  await expect(page).toHaveURL(/patient\/cases/);
});

test("Back closes the terms and keeps the form at its step", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  await fillAccount(page, someone(`capas.${stamp}@example.com`));
  await goOn(page, "Cómo contactarte");
  await fillContact(page, someone("x"));
  await goOn(page, "Sobre vos");
  await page.getByRole("button", { name: "Términos y Condiciones" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("heading", { level: 2, name: "Sobre vos" })).toBeVisible();
  await page.getByRole("button", { name: "Volver" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Cómo contactarte" })).toBeVisible();
});

test("Back in the application dialog keeps the message and the case beneath", async ({ browser, baseURL }) => {
  const ana = await enter(baseURL!, newPatient("Ana Recibe"), "sign up");
  await ana.api.cases.create({ title: `Codo ${stamp}`, description: "Duele" });
  const carla = like(cast.carla, `Carla Escribe ${stamp}`, { license_number: `X ${stamp}` });
  await enterApproved(baseURL!, carla);
  const page = await openAs(browser, baseURL!, carla, "/dashboard/kine/cases");
  await page.getByRole("button", { name: `Codo ${stamp}` }).click();
  await page.getByRole("button", { name: "Postularme a este caso" }).click();
  const message = page.getByLabel("Mensaje");
  await message.fill("Puedo el martes.");
  await page.goBack();
  await expect(message).toBeHidden();
  await expect(page.getByRole("dialog", { name: `Codo ${stamp}` })).toBeVisible();
  await page.getByRole("button", { name: "Postularme a este caso" }).click();
  await expect(message).toHaveValue("Puedo el martes.");
});

test.describe("a session that ended", () => {
  test.use({ expectedProblems: [/status of 40[013]|ERR_FAILED/] });

  test("a session that the server ended says so at the sign-in", async ({ page, baseURL }) => {
    const ana = newPatient("Ana Cerrada");
    const person = await enter(baseURL!, ana, "sign up");
    await signIn(page, ana);
    await person.auth.signOut({ scope: "global" });
    await page.reload();
    await page.waitForURL(/\/auth/);
    const reason = page.getByText("Tu sesión se cerró. Ingresá de nuevo para seguir.");
    await expect(reason).toBeVisible();
    await page.reload();
    await expect(reason, "a reload does not take the reason away").toBeVisible();
    await signInByForm(page, ana);
    await page.getByRole("button", { name: "Menú de usuario" }).click();
    await page.getByRole("menuitem", { name: "Cerrar sesión" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/auth");
    await expect(page.getByLabel("Email")).toBeVisible();
    await expect(reason, "a session that its person ended needs no reason").toBeHidden();
  });

  test("an expired session says so within seconds while the service does not answer", async ({ page, baseURL }) => {
    const ana = newPatient("Ana Vencida");
    await enter(baseURL!, ana, "sign up");
    await signIn(page, ana);
    // Intercept before the session expires: the page may check it at any moment.
    await page.route("**/auth/v1/token*", () => new Promise(() => undefined));
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem("session") ?? "{}") as Record<string, unknown>;
      localStorage.setItem("session", JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }));
    });
    await page.reload();
    await expect(page.getByText("No pudimos abrir tu cuenta")).toBeVisible();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});

test("without scripts the sign-in and the dashboards say that they need them", async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! })).newPage();
  for (const path of ["/auth", "/dashboard", "/dashboard/patient/cases", "/pending-approval"]) {
    await page.goto(path);
    await expect(page.getByText(/tu navegador tiene que permitir JavaScript/)).toBeVisible();
  }
});

test.describe("an address with a broken escape", () => {
  test.use({ expectedProblems: [/status of 404/] });

  test("an address with a broken escape is a page that says so", async ({ page }) => {
    const response = await page.goto("/%E0%A4%A");
    expect(response?.status()).toBe(404);
    await expect(page.getByText("Oops! Page not found")).toBeVisible();
    await page
      .getByRole("link", { name: /inicio/i })
      .first()
      .click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test("with letters twice as large no public page is wider than a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ["/", "/terminos", "/privacidad", "/auth?mode=signup", "/forgot-password"]) {
    await page.goto(path);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(width, { message: path }).toBe(360);
  }
});

test("with letters twice as large the end of the sign-up, the applications, an own profile and a new specialist's form are no wider", async ({
  page,
  browser,
  baseURL,
}) => {
  const expectToFit = async (shown: Locator) => {
    const page = shown.page();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(shown).toBeVisible();
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: page.url() })
      .toBe(360);
  };
  await page.goto("/auth?mode=signup&role=patient");
  await fillSignUp(page, someone(`grande.${stamp}@example.com`));
  await expectToFit(page.getByRole("checkbox", { name: /^Acepto los/ }));

  const carla = like(cast.carla, `Carla Grande ${stamp}`, { license_number: `GR ${stamp}` });
  const kine = await enterApproved(baseURL!, carla);
  const ana = await enter(baseURL!, like(cast.ana, `Ana Grande ${stamp}`), "sign up");
  const { id } = await ana.api.cases.create({ title: "Molestia en el hombro", description: "No lo levanto" });
  await ana.api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id })).id });
  const own = await openAs(browser, baseURL!, carla, "/dashboard/kine/matches");
  await expectToFit(own.getByRole("link", { name: /^Llamar/ }).first());
  await own.goto(`/kines/${kine.id}`);
  await expectToFit(own.getByRole("link", { name: /^Llamar/ }).first());
  const admin = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/create-kine");
  await expectToFit(admin.getByRole("checkbox", { name: /^Acepto los/ }));
});
