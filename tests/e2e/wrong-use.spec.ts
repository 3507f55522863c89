import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { fixtures } from "./fixtures.ts";
import { expect, expectAccessible, signIn, test } from "./page.ts";
import { fillSignUp, someone, somebodyWithPractice } from "./sign-up.ts";

const stamp = Date.now();
const newPatient = (name: string) => like(cast.ana, `${name} ${stamp}`);
const newKine = (name: string) =>
  like(cast.carla, `${name} ${stamp}`, { license_number: `MN ${stamp}${name.charCodeAt(0)}` });

test.describe("a refused sign-in", () => {
  // The server's refusal is a network error to the browser.
  test.use({ expectedProblems: [/status of 400/] });

  test("signing in shows the first broken rule, or that e-mail and password do not match, also under the field", async ({
    page,
    baseURL,
  }) => {
    const ana = newPatient("Ana Olvido");
    await enter(baseURL!, ana, "sign up");
    await page.goto("/auth?mode=signin");
    await page.getByLabel("Email").fill("nada");
    await page.getByRole("button", { name: "Iniciar sesión" }).click();
    await expect(page.getByText("Email inválido").first()).toBeVisible();
    await page.getByLabel("Email").fill(ana.email);
    await page.getByLabel("Contraseña", { exact: true }).fill("corta");
    await page.getByRole("button", { name: "Iniciar sesión" }).click();
    await expect(page.getByText("Mínimo 8 caracteres").first()).toBeVisible();
    const password = page.getByLabel("Contraseña", { exact: true });
    await expect(password).toHaveAccessibleDescription("Mínimo 8 caracteres");
    await password.fill("Equivocada1");
    await page.getByRole("button", { name: "Iniciar sesión" }).click();
    await expect(password).toHaveAccessibleDescription("Email o contraseña incorrectos");
    await expect(page.getByRole("alert").filter({ hasText: "Email o contraseña incorrectos" }).first()).toBeVisible();
  });
});

test("the role chosen at sign-up is remembered", async ({ page }) => {
  await page.goto("/auth?mode=signup&role=kine");
  await expect(page.getByRole("radio", { name: "Soy especialista" })).toBeChecked();
  await page.goto("/auth?mode=signup");
  await expect(page.getByRole("radio", { name: "Soy especialista" })).toBeChecked();
  await page.getByText("Soy paciente").first().click();
  await page.goto("/auth?mode=signup");
  await expect(page.getByRole("radio", { name: "Soy paciente" })).toBeChecked();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(/Paso 1 de 3/);
});

test("the terms open in a dialog with the contact phone", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  await fillSignUp(page, someone(`terminos.${stamp}@example.com`));
  await page.getByRole("button", { name: "Términos y Condiciones" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/únicamente un intermediario/)).toBeVisible();
  await expect(dialog.getByText(/\+54 11 5555-5555/)).toBeVisible();
  await expectAccessible(page);
});

test("files that are no studies are refused with their sentence, and six are too many", async ({ page, baseURL }) => {
  const ana = newPatient("Ana Archivos");
  await enter(baseURL!, ana, "sign up");
  await signIn(page, ana, "/dashboard/patient/cases?nuevo=1");
  const form = page.getByRole("dialog");
  const studies = form.getByLabel("Estudios", { exact: true });
  await studies.setInputFiles([fixtures.svg, fixtures.textAsPng]);
  await expect(page.getByText("falsa.png no es un formato válido (solo JPG, PNG, PDF)").first()).toBeVisible();
  await expect(page.getByText("dibujo.svg no es un formato válido (solo JPG, PNG, PDF)").first()).toBeVisible();
  await studies.setInputFiles(fixtures.large);
  await expect(page.getByText("grande.pdf excede el límite de 10MB").first()).toBeVisible();
  await studies.setInputFiles([
    fixtures.png,
    fixtures.jpeg,
    fixtures.pdf,
    fixtures.photo,
    fixtures.png2,
    fixtures.brokenPng,
  ]);
  await expect(page.getByText("Máximo 5 archivos permitidos").first()).toBeVisible();
});

test("a draft survives a reload, a double click publishes once, and Back closes a case", async ({ page, baseURL }) => {
  const ana = newPatient("Ana Apurada");
  const { api } = await enter(baseURL!, ana, "sign up");
  await signIn(page, ana, "/dashboard/patient/cases?nuevo=1");
  const form = page.getByRole("dialog");
  await form.getByLabel("Título").fill("Tobillo");
  await form.getByLabel("Descripción").fill("Me lo doblé");
  await page.reload();
  await expect(form.getByLabel("Título")).toHaveValue("Tobillo");
  await form.getByRole("button", { name: "Publicar caso" }).dblclick();
  await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
  expect((await api.cases.mine()).items).toHaveLength(1);
  await page.getByText("Tobillo", { exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a licence that is taken is refused before the sign-up, under its field", async ({ page, baseURL }) => {
  const kine = newKine("Toma");
  await enterApproved(baseURL!, kine);
  await page.goto("/auth?mode=signup&role=kine");
  const license_number = String(kine.metadata.license_number).toLowerCase();
  await fillSignUp(page, { ...somebodyWithPractice(`otra.${stamp}@example.com`), license_number });
  await page.getByRole("button", { name: "Crear cuenta" }).click();
  await expect(page.getByText("Esta matrícula ya está registrada").first()).toBeVisible();
  await expect(page.getByLabel("Matrícula")).toBeFocused();
  await expect(page.getByLabel("Matrícula")).toHaveAccessibleDescription(/Esta matrícula ya está registrada/);
});

test.describe("a refused upload", () => {
  // The browser logs the refusal.
  test.use({ expectedProblems: [/status of 415/] });

  test("a picture that cannot be read is refused by the server at its file, and the case is published all the same", async ({
    page,
    baseURL,
  }) => {
    const ana = newPatient("Ana Falsa");
    const { api } = await enter(baseURL!, ana, "sign up");
    await signIn(page, ana, "/dashboard/patient/cases?nuevo=1");
    const form = page.getByRole("dialog");
    await form.getByLabel("Título").fill("Cadera");
    await form.getByLabel("Descripción").fill("Me operaron");
    await form.getByLabel("Estudios", { exact: true }).setInputFiles([fixtures.brokenPng, fixtures.png]);
    await form.getByRole("button", { name: "Publicar caso" }).click();
    await expect(form.getByText("rota.png está dañado o incompleto y no pudimos abrirlo")).toBeVisible();
    await form.getByRole("button", { name: "Terminar sin estos archivos" }).click();
    await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
    const [made] = (await api.cases.mine()).items;
    expect((await api.cases.get({ id: made!.id })).studies).toHaveLength(1);
  });
});

test.describe("no network", () => {
  // The browser logs failed loads.
  test.use({ expectedProblems: [/ERR_INTERNET_DISCONNECTED/] });

  test("without a network nothing typed is lost, and the case is published once by itself when it is back", async ({
    page,
    context,
    baseURL,
  }) => {
    const ana = newPatient("Ana Desconectada");
    const { api } = await enter(baseURL!, ana, "sign up");
    await signIn(page, ana, "/dashboard/patient/cases?nuevo=1");
    const form = page.getByRole("dialog");
    await form.getByLabel("Título").fill("Hombro");
    await form.getByLabel("Descripción").fill("No lo levanto");
    await context.setOffline(true);
    // Wait until the page knows that it is offline: an earlier press would fail at once, with a message.
    await expect(page.getByText(/sin conexión/i)).toBeVisible();
    await form.getByRole("button", { name: "Publicar caso" }).click();
    await expect(form.getByLabel("Título")).toHaveValue("Hombro");
    await context.setOffline(false);
    await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
    expect((await api.cases.mine()).items).toHaveLength(1);
  });

  test("a case that cannot be opened without a network says so beside the banner, and opens when it is back", async ({
    page,
    context,
    baseURL,
  }) => {
    const ana = newPatient("Ana Sin Red");
    const { api } = await enter(baseURL!, ana, "sign up");
    await api.cases.create({ title: "Hombro sin red", description: "No lo levanto" });
    await api.cases.create({ title: "Rodilla con red", description: "Me duele" });
    await signIn(page, ana, "/dashboard/patient/cases");
    const open = page.getByRole("button", { name: "Hombro sin red" });
    // The dialog's script comes with the first case that is opened, or some seconds after the page.
    await page.getByRole("button", { name: "Rodilla con red" }).click();
    await expect(page.getByRole("dialog").getByText("Me duele")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(open).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText("Estás sin conexión.")).toBeVisible();
    await open.click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("alert")).toContainText("Sin conexión no podemos abrir este caso");
    await expect(page.getByText("Estás sin conexión.")).toBeVisible();
    await context.setOffline(false);
    await expect(dialog.getByText("No lo levanto")).toBeVisible();
  });
});
