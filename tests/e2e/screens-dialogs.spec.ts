import { expect, type Page } from "@playwright/test";
import { fixtures } from "./fixtures.ts";
import { breakDown, holdBack, look } from "./screens.look.ts";
import { invisibleFocus } from "./screens.measures.ts";
import { test } from "./screens.fixture.ts";
import { fillSignUp, someone } from "./sign-up.ts";
import { isFull } from "../support/full.ts";

// Many page checks per test, each with every axe rule.

const cases = { title: "Kinexo | Casos", heading: "Mis Casos" };
const available = { title: "Kinexo | Casos", heading: "Casos Disponibles" };
const nowhere = "00000000-0000-7000-8000-000000000000";

for (const [side, behind, procedure] of [
  ["patient", cases, "cases/get"],
  ["kine", available, "cases/view"],
] as const) {
  test(`a case, as a ${side} reads it, shows loading, full, error and not found at 360 and 1280 px`, async ({
    pages,
    server,
  }) => {
    const page = await pages.pageOf(side);
    const path = `/dashboard/${side}/cases?caso=`;
    const dialog = page.getByRole("dialog");
    const letGo = await holdBack(page, procedure);
    await page.goto(path + server.cases.full);
    await expect(dialog.locator("[aria-busy=true]")).toBeVisible();
    await look(page, behind, "waiting");
    // A phone folds the patient's own case, and how its application stands.
    await page.setViewportSize({ width: 1280, height: 800 });
    letGo();
    await expect(dialog.getByRole("heading", { name: server.names.case })).toBeVisible();
    if (side === "patient") await dialog.locator("summary", { hasText: "Tu caso" }).click();
    await expect(dialog.getByRole("button", { name: "Abrir estudio 1" })).toBeVisible();
    await expect(dialog.getByText("Aceptado")).toBeVisible();
    await look(page, behind, "full");
    expect(await invisibleFocus(page)).toEqual([]);

    const mend = await breakDown(page, procedure);
    await page.reload();
    await expect(dialog.getByText("Error al cargar el caso")).toBeVisible();
    await look(page, behind, "failed");
    mend();
    pages.forgive(/status of 500/);
    await dialog.getByRole("button", { name: "Reintentar" }).click();
    await expect(dialog.getByRole("heading", { name: server.names.case })).toBeVisible();

    await page.goto(path + nowhere);
    await expect(dialog.getByText("Caso no encontrado")).toBeVisible();
    await look(page, behind, "not found");
    pages.forgive(/status of 404/);
  });
}

test("a case without applications says so, and a closed one offers the review that is due", async ({
  pages,
  server,
}) => {
  const page = await pages.pageOf("patient");
  const dialog = page.getByRole("dialog");
  await page.goto(`/dashboard/patient/cases?caso=${server.cases.quiet}`);
  await expect(dialog.getByText("Todavía no te respondió nadie")).toBeVisible();
  await look(page, cases, "no applications");
  await page.goto(`/dashboard/patient/cases?caso=${server.cases.toReview}`);
  await dialog.getByRole("button", { name: "Dejar reseña" }).click();
  await expect(page.getByRole("radiogroup", { name: "Calificación" })).toBeVisible();
  await look(page, cases, "an empty review");
  await page.getByRole("button", { name: "Publicar reseña" }).click();
  await expect(page.getByText("Debes seleccionar una calificación").first()).toBeVisible();
  await look(page, cases, "a review without stars");
});

test("the form of a new case shows itself empty, with errors, with files and refused at 360 and 1280 px", async ({
  pages,
}) => {
  const page = await pages.pageOf("patient");
  await page.goto("/dashboard/patient/cases?nuevo=1");
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("Título")).toBeVisible();
  await look(page, cases, "an empty form");
  // `look` leaves a phone's window, where the form is told in steps.
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(form.getByText("El título es requerido")).toBeVisible();
  await look(page, cases, "errors");
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.getByLabel("Título").fill("Rodilla");
  await form.getByLabel("Descripción").fill("Me duele");
  await form.getByLabel("Estudios", { exact: true }).setInputFiles([fixtures.png, fixtures.pdf]);
  await form.getByLabel("Estudios", { exact: true }).setInputFiles(fixtures.svg);
  await expect(form.getByText("dibujo.svg no es un formato válido (solo JPG, PNG, PDF)")).toBeVisible();
  const mend = await breakDown(page, "cases/create");
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(page.getByText("Error al crear caso: Algo salió mal")).toBeVisible();
  await look(page, cases, "refused");
  mend();
  pages.forgive(/status of 500/);
});

test("the application dialog shows itself empty, too long and refused at 360 and 1280 px", async ({
  pages,
  server,
}) => {
  const page = await pages.pageOf(server.freshKine);
  await page.goto(`/dashboard/kine/cases?caso=${server.cases.quiet}`);
  await page.getByRole("button", { name: "Postularme a este caso" }).click();
  await expect(page.getByLabel("Mensaje")).toBeVisible();
  await look(page, available, "an empty application");
  await page.getByLabel("Mensaje").fill("x".repeat(2001));
  await page.getByRole("button", { name: "Enviar postulación" }).click();
  await expect(page.getByText("Máximo 2000 caracteres")).toBeVisible();
  await look(page, available, "too long");
  await page.getByLabel("Mensaje").fill("Puedo ayudarte");
  const mend = await breakDown(page, "matches/apply");
  await page.getByRole("button", { name: "Enviar postulación" }).click();
  await expect(page.getByText("Error al postularse")).toBeVisible();
  await look(page, available, "refused");
  mend();
  pages.forgive(/status of 500/);
});

/** Opens the fold of one's own case; while the page loads, a press may come before the fold is in its place. */
async function openStory(page: Page) {
  const fold = page.locator("details").filter({ hasText: /^Tu caso/ });
  await expect(async () => {
    if ((await fold.getAttribute("open")) === null) await fold.locator("summary").first().click();
    await expect(fold).toHaveAttribute("open", "", { timeout: 1_000 });
    await expect(page.getByRole("button", { name: "Abrir estudio 1" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

test("a study is shown whole, close up, and as one that cannot be opened", async ({ pages, server }) => {
  const page = await pages.pageOf("patient");
  // Opened where there is room, it stays open when the window becomes a phone's.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/dashboard/patient/cases?caso=${server.cases.full}`);
  await openStory(page);
  await page.getByRole("button", { name: "Abrir estudio 1" }).click();
  const viewer = page.getByRole("dialog", { name: "Estudio 1" });
  await expect(viewer.getByRole("img", { name: "Estudio 1" })).toBeVisible();
  await look(page, cases, "whole");
  await viewer.getByRole("button", { name: "Ampliar" }).click();
  await expect(viewer.getByRole("button", { name: "Ver entera" })).toBeVisible();
  await look(page, cases, "close up");
  await page.route("**/files/case-studies/**", (route) => route.fulfill({ status: 500 }));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await openStory(page);
  await page.getByRole("button", { name: "Abrir estudio 1" }).click();
  await expect(viewer.getByText("No pudimos abrir la imagen.", { exact: false })).toBeVisible();
  await look(page, cases, "broken");
  pages.forgive(/status of 500/);
});

test("deletion, refusal and terms ask and tell in dialogs at 360 and 1280 px", async ({ pages }) => {
  const patient = await pages.pageOf("patient");
  await patient.goto("/dashboard/patient/profile");
  await patient.getByRole("button", { name: "Eliminar cuenta" }).click();
  await expect(patient.getByRole("alertdialog")).toBeVisible();
  await look(patient, { title: "Kinexo | Perfil", heading: "Mi Perfil" }, "deletion");

  const admin = await pages.pageOf("admin");
  await admin.goto("/dashboard/admin/applications");
  await admin.getByRole("button", { name: "Revisar" }).first().click();
  await admin.getByRole("button", { name: "Rechazar" }).click();
  await expect(admin.getByRole("alertdialog").getByLabel("Motivo")).toBeVisible();
  await look(admin, { title: "Kinexo | Dashboard", heading: "Solicitudes" }, "refusal");

  const nobody = await pages.pageOf("nobody");
  await nobody.goto("/auth?mode=signup");
  await fillSignUp(nobody, someone("terminos@example.com"));
  await nobody.getByRole("button", { name: "Términos y Condiciones" }).click();
  await expect(nobody.getByRole("dialog", { name: "Términos y Condiciones" })).toBeVisible();
  await look(nobody, { title: "Kinexo | Ingresar", heading: "Creá tu cuenta" }, "terms");
});

const menus = [
  ["admin", "Casos"],
  ["kine", "Casos Disponibles"],
  ["patient", "Mis Casos"],
] as const;
// The admin's are the longest.
for (const [who, heading] of isFull ? menus : menus.slice(0, 1)) {
  test(`the menus of a ${who} open as drawer, panel and user menu`, async ({ pages }) => {
    const page = await pages.pageOf(who);
    const behind = { title: "Kinexo | Casos", heading };
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/dashboard/${who}/cases`);
    await page.getByRole("button", { name: "Abrir menú" }).click();
    await expect(page.getByRole("dialog", { name: "Menú" })).toBeVisible();
    await look(page, behind, "drawer");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menú de usuario" }).click();
    await expect(page.getByRole("menuitem", { name: "Cerrar sesión" })).toBeVisible();
    await look(page, behind, "user menu");
    await expect(page.getByRole("menuitem", { name: "Cerrar sesión" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press("Control+b");
    await expect(page.getByRole("button", { name: /^Pasar el menú a la barra/ })).toBeVisible();
    await look(page, behind, "panel");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press("Control+b");
  });
}
