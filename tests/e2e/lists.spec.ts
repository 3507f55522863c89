import { test as loud } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { hold, intercept } from "./failing.ts";
import { expect, expectAccessible, openAs, signIn, test } from "./page.ts";
import { openRole } from "./open-role.ts";

const stamp = Date.now();
const patient = like(cast.ana, `Ana Listas ${stamp}`);
const kine = like(cast.carla, `Carla Listas ${stamp}`, { license_number: `L ${stamp}` });
let ana: Person;
let carla: Person;

/** A closed case of Ana's that Carla attended. */
async function attended(title: string) {
  const { id } = await ana.api.cases.create({
    title,
    description: "Me duele al subir escaleras",
    injury_area: "Rodilla",
  });
  const match = await carla.api.matches.apply({ case_id: id });
  await ana.api.matches.accept({ id: match.id });
  await ana.api.cases.close({ id });
  return id;
}

test.beforeAll(async ({ baseURL }) => {
  ana = await enter(baseURL!, patient, "sign up");
  carla = await enterApproved(baseURL!, kine);
  await attended(`Menisco ${stamp}`);
});

test("a patient browses specialists, opens one, and reaches those who list their phone", async ({ page }) => {
  await signIn(page, patient);
  await page.getByRole("link", { name: "Especialistas" }).click();
  await expect(page).toHaveTitle("Kinexo | Especialistas");
  await expect(page.getByRole("heading", { level: 1, name: /^Especialistas \(\d+\)$/ })).toBeVisible();
  const card = page.getByRole("listitem").filter({ hasText: `Carla Listas ${stamp}` });
  for (const text of [
    "Kinesiología deportiva",
    "Palermo",
    "$25.000 - $35.000",
    "Consultorio",
    "Domicilio",
    "+54 11 5555-3333",
    "Sin reseñas todavía",
  ]) {
    await expect(card).toContainText(text);
  }
  await expect(card.getByRole("link", { name: /^WhatsApp/ })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/5491155553333\?text=/,
  );
  await expectAccessible(page);
  await card.getByRole("link", { name: /^Ver perfil completo/ }).click();
  await page.waitForURL(`**/kines/${carla.id}`);
});

test("a patient writes a pending review, which then is among their own", async ({ page }) => {
  await signIn(page, patient);
  await page.getByRole("button", { name: "Menú de usuario" }).click();
  await page.getByRole("menuitem", { name: "Reseñas" }).click();
  await expect(page.getByText("Todavía no escribiste reseñas")).toBeVisible();
  await page.getByRole("button", { name: `Dejar reseña a Carla Listas ${stamp} por Menisco ${stamp}` }).click();
  await expect(page).toHaveURL(/calificar=/);
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: /^Dejar reseña/ }).click();
  await expect(page).toHaveURL(/calificar=/);
  await page.reload();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "4 estrellas" }).check();
  await dialog.getByLabel("Comentario").fill("Muy clara con los ejercicios");
  await dialog.getByRole("button", { name: "Publicar reseña" }).click();
  await expect(page.getByText("Review publicada exitosamente")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No tenés reseñas pendientes.", { exact: false })).toBeVisible();
  const mine = page.getByRole("region", { name: "Mis reseñas" }).getByRole("listitem");
  await expect(mine).toContainText(`Carla Listas ${stamp}`);
  await expect(mine).toContainText(`Menisco ${stamp}`);
  await expect(mine.getByRole("img", { name: "4 de 5 estrellas" })).toBeVisible();
  await expectAccessible(page);
});

test("the admin reads patients, specialists, cases and reviews", async ({ page }) => {
  await signIn(page, cast.elena);
  const items = page.locator("main").getByRole("row");
  const first = items.filter({ hasText: String(stamp) }).first();

  await page.getByRole("link", { name: "Pacientes" }).click();
  await expect(first).toContainText(patient.email);
  for (const text of ["+54 11 4444-1111", "14 de marzo de 1961", "Activo", "1 caso"])
    await expect(first).toContainText(text);
  await expectAccessible(page);

  await page.getByRole("link", { name: "Especialistas" }).click();
  for (const text of [`Carla Listas ${stamp}`, "Kinesiología deportiva", "Aprobado"])
    await expect(first).toContainText(text);

  await page.getByRole("link", { name: "Casos" }).click();
  for (const text of [`Menisco ${stamp}`, "Cerrado", `Ana Listas ${stamp}`, "Sin ubicación", "Rodilla"])
    await expect(first).toContainText(text);

  await page.getByRole("link", { name: "Reseñas" }).click();
  await expect(page.getByText("Total de reseñas")).toBeVisible();
  await expect(page.getByText(/\d+ visibles?/), "the total leaves hidden ones out").toBeVisible();
  await expect(page.getByText("Calificación promedio")).toBeVisible();
  await expect(first).toContainText("Muy clara con los ejercicios");
  await expectAccessible(page);
});

test("what the admin searches, filters and orders is in the address", async ({ page }) => {
  const titles = ["Tobillo", "Cadera", "Muñeca"].map((title) => `${title} ${stamp}`);
  for (const title of titles) await ana.api.cases.create({ title, description: "Me duele" });
  await signIn(page, cast.elena);
  await page.getByRole("link", { name: "Casos" }).click();
  const headings = page.locator("main").getByRole("rowheader");
  await page.getByLabel("Buscar por título").fill(`muneca ${stamp}`);
  await expect(page).toHaveURL(/buscar=muneca/);
  await expect(headings).toHaveText([`Muñeca ${stamp}`]);
  await page.reload();
  await expect(page.getByLabel("Buscar por título")).toHaveValue(`muneca ${stamp}`);
  await expect(headings).toHaveText([`Muñeca ${stamp}`]);
  await page.getByLabel("Estado").selectOption("Cerrado");
  await expect(page.getByText("No encontramos resultados")).toBeVisible();
  await page.getByRole("button", { name: "Ver todo" }).click();
  await expect(page.getByLabel("Buscar por título")).toHaveValue("");
  await page.getByLabel("Buscar por título").fill(String(stamp));
  await expect(headings).toHaveText([...titles.toReversed(), `Menisco ${stamp}`]);
  await page.getByLabel("Orden").selectOption("Más antiguos");
  await expect(headings).toHaveText([`Menisco ${stamp}`, ...titles]);
});

test("what is chosen before a pause in the typing stays chosen", async ({ page }) => {
  await signIn(page, cast.elena, "/dashboard/admin/cases");
  await page.getByLabel("Buscar por título").fill(String(stamp));
  await page.getByLabel("Orden").selectOption("Más antiguos");
  await expect(page).toHaveURL(/buscar=/);
  await expect(page).toHaveURL(/orden=antiguos/);
  await expect(page.getByLabel("Orden")).toHaveValue("oldest");
});

test("a person who is opened before a pause in the typing stays open beside the list", async ({ page }) => {
  await signIn(page, cast.elena, "/dashboard/admin/patients");
  const row = page.locator("[data-row]").filter({ hasText: `Ana Listas ${stamp}` });
  await page.getByLabel("Buscar por nombre, email o teléfono").fill(`Ana Listas ${stamp}`);
  await expect(row).toBeVisible();
  // The last letter waits for its pause while the person is opened.
  await page.getByLabel("Buscar por nombre, email o teléfono").press("Backspace");
  await row.locator("[data-opener]").click();
  const panel = page.locator("[data-panel]");
  await expect(panel).toContainText(patient.email);
  await expect(page).toHaveURL(/persona=/);
  await expect(page).toHaveURL(new RegExp(`buscar=Ana\\+Listas\\+${String(stamp).slice(0, -1)}(&|$)`));
  await expect(panel).toContainText(patient.email);
});

test("a screen that is asked for before a pause in the typing opens, though it takes longer to come", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/cases", (empty) => empty.clock.install());
  const letCome = await hold(page, "**/assets/applications-*.js");
  await page.getByLabel("Buscar por título").fill(String(stamp));
  await page.getByRole("link", { name: "Solicitudes" }).click();
  await expect(page.getByRole("progressbar", { name: "Cargando la página" })).toBeAttached();
  // The pause after typing, and the next one, since the first finds a navigation under way.
  for (let pauses = 0; pauses < 2; pauses += 1) await page.clock.fastForward(350);
  letCome();
  await expect(page.getByRole("heading", { level: 1, name: "Solicitudes" })).toBeVisible();
  await page.context().close();
});

test("the admin finds a user by name and role, and the role is assigned there", async ({ page }) => {
  await signIn(page, cast.elena);
  await page.getByRole("link", { name: "Usuarios" }).click();
  const main = page.locator("main");
  await expect(main.getByText(/^\d+ usuarios$/)).toBeVisible();
  const total = await main.getByText(/^\d+ usuarios$/).innerText();
  await page.getByLabel("Buscar por nombre, email o teléfono").fill(`listas ${stamp}`);
  await expect(main.getByRole("rowheader")).toHaveCount(2);
  await expect(main.getByRole("combobox", { name: /^Rol de/ }), "no row offers it").toHaveCount(0);
  await expect(main.getByText(total)).toBeVisible();
  await page.getByLabel("Rol", { exact: true }).selectOption("Kinesiólogo");
  await expect(page).toHaveURL(/filtro=kine/);
  await expect(main.getByRole("rowheader")).toHaveCount(1);
  const row = main.getByRole("row").filter({ hasText: `Carla Listas ${stamp}` });
  await expect(row).toContainText("Email sin confirmar");
  const role = await openRole(page, `Carla Listas ${stamp}`);
  await expect(role).toHaveValue("kine");
  await expectAccessible(page);
  await role.selectOption("Administrador");
  await expect(page.getByRole("alertdialog")).toContainText(
    `Email sin confirmar Nadie comprobó que ${kine.email} sea de esta persona.`,
  );
  await page.getByRole("button", { name: "Cancelar" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await role.selectOption("Paciente");
  await expect(page.getByRole("alertdialog")).toContainText("deja de poder hacerlo en este momento");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancelar" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(role).toHaveValue("kine");
  await role.selectOption("Paciente");
  await page.getByRole("button", { name: "Sí, cambiar el rol" }).click();
  await expect(page.getByText("El rol Paciente ha sido asignado exitosamente")).toBeVisible();
  await expect(page.getByText("No encontramos resultados")).toBeVisible();
  await page.getByLabel("Rol", { exact: true }).selectOption("Paciente");
  await expect(role).toHaveValue("patient");
  await role.selectOption("Kinesiólogo");
  await page.getByRole("button", { name: "Sí, cambiar el rol" }).click();
  await expect(page.getByText("El rol Kinesiólogo ha sido asignado exitosamente")).toBeVisible();
  await expect(main.getByRole("rowheader")).toHaveText([`Ana Listas ${stamp}`]);
});

loud("a list that cannot be loaded says which, and loads when it can", async ({ page }) => {
  const sentences = {
    users: ["accounts/list", "No se pudieron cargar los usuarios"],
    patients: ["profiles/patients", "No se pudieron cargar los pacientes"],
    kines: ["profiles/kines", "No se pudieron cargar los especialistas"],
    cases: ["cases/list", "No se pudieron cargar los casos"],
    reviews: ["reviews/list", "No se pudieron cargar las reseñas"],
  } as const;
  // Blocks the stream, because its connection would refetch everything.
  await page.route("**/rpc/live/*", (route) => route.abort());
  const refusal = { json: { defined: false, code: "BAD_INPUT", status: 400, message: "No" } };
  await signIn(page, cast.elena);
  for (const [section, [procedure, sentence]] of Object.entries(sentences)) {
    const stop = await intercept(page, `**/rpc/${procedure}*`, (route) =>
      route.fulfill({ status: 400, json: refusal }),
    );
    await page.goto(`/dashboard/admin/${section}`);
    await expect(page.getByText(sentence)).toBeVisible();
    // Focus before the repair: a list that refetches by itself removes the button.
    await page.getByRole("button", { name: "Reintentar" }).focus();
    stop();
    await page.keyboard.press("Enter");
    await expect(page.getByText(sentence)).toBeHidden();
    await expect(page.locator("main").getByRole("rowheader").first()).toBeVisible();
  }
});
