import { cast, type CastMember } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { confirmAddress } from "./server-database.ts";
import { expect, expectAccessible, openAs, signIn, test } from "./page.ts";
import { cutIn } from "./screens.measures.ts";

const PHONE = { width: 390, height: 844 };
const stamp = Date.now();

test("Seguridad on a phone says how its person enters, the next step, and the rest in lines with their state", async ({
  page,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Segura Corta ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  await confirmAddress(ana.email);
  await page.setViewportSize(PHONE);
  await signIn(page, ana, "/dashboard/patient/security");
  const main = page.getByRole("main");
  await expect(main.getByText("Hoy entrás con tu contraseña.")).toBeInViewport();
  await expect(main.getByRole("button", { name: "Activar huella o cara" })).toBeInViewport({ ratio: 1 });
  await expect(main.getByText("Está confirmado")).toBeVisible();
  await expect(main.locator(".button-primary:visible")).toHaveCount(1);
  const sessions = main.locator("details").filter({ has: page.getByRole("heading", { name: "Sesiones abiertas" }) });
  await sessions.locator("summary").press("Enter");
  await expect(sessions.getByText("Este dispositivo", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("Mi Perfil on a phone has the own data first, and one line each for the rest", async ({ page, baseURL }) => {
  const ana = like(cast.ana, `Ana Perfil Corto ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  await page.setViewportSize(PHONE);
  await signIn(page, ana, "/dashboard/patient/profile");
  const line = (name: string) =>
    page.locator("details").filter({ has: page.getByRole("heading", { name, exact: true }) });
  for (const [name, state] of [
    ["Tu cobertura", "Sin obra social"],
    ["Tus datos de salud", "Diste tu permiso"],
    ["Avisos", "Encendidos"],
  ] as const)
    await expect(line(name).locator("summary").first()).toContainText(state);
  await expect(page.getByRole("checkbox", { name: "Quiero que me avisen" })).toBeHidden();
  await line("Avisos").locator("summary").first().press("Enter");
  await expect(page.getByRole("checkbox", { name: "Quiero que me avisen" })).toBeVisible();
  await expectAccessible(page);
});

test("on a phone a specialist of the list is one row, which opens the profile", async ({ page, baseURL }) => {
  const ana = like(cast.ana, `Ana Lista Corta ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  const name = `Carla Fila ${stamp}`;
  const { id } = await enterApproved(baseURL!, like(cast.carla, name, { license_number: `FI ${stamp}` }));
  await page.setViewportSize(PHONE);
  await signIn(page, ana, "/dashboard/patient/kines");
  const row = page.getByRole("listitem").filter({ hasText: name });
  await expect(row.getByText("Palermo · $25.000 - $35.000")).toBeVisible();
  await expect(row.getByText("Quince años", { exact: false })).toBeHidden();
  await expect(row.getByRole("link", { name: new RegExp(`^WhatsApp a ${name}`) })).toBeVisible();
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(170);
  await expectAccessible(page);
  await row.getByText(name, { exact: true }).click({ force: true });
  await page.waitForURL(`**/kines/${id}`);
});

test("Ajustes are a line for each group, and what is typed wrong is opened again", async ({ browser, baseURL }) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/settings");
  const main = page.getByRole("main");
  const line = main.locator("details").filter({ has: page.getByRole("heading", { name: "Límites contra el abuso" }) });
  await expect(line.locator("summary")).toHaveText(
    /^Límites contra el abusoCasos y postulaciones por día( · \d cambiados?)?$/,
  );
  await expect(main.locator("input:visible")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_000);
  await line.locator("summary").press("Enter");
  const field = line.getByLabel("Postulaciones por caso a la vez");
  await field.fill("muchas");
  await line.locator("summary").press("Enter");
  await expect(field).toBeHidden();
  await page.getByRole("button", { name: "Guardar", exact: true }).click();
  await expect(field).toBeFocused();
  await expectAccessible(page);
});

test("on a phone a request is a row, and decided in the card that it opens", async ({ browser, baseURL }) => {
  const name = `Diego Fila ${stamp}`;
  await enter(baseURL!, like(cast.diego, name, { license_number: `MN 1${stamp}` }), "sign up");
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/applications");
  const row = page.locator("section[aria-labelledby=pending] li").filter({ hasText: name });
  await expect(row).toContainText(`MN 1${stamp} · hace`);
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(150);
  await expectAccessible(page);
  await row.getByRole("button", { name }).click();
  const card = page.getByRole("dialog", { name: "Solicitud" });
  await expect(card.getByRole("button", { name: "Copiar y abrir el registro" })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("button", { name: "Aprobar" }).click();
  await expect(page.getByText("Especialista aprobado exitosamente")).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("on a phone the sections of each group are one row, and the rest opens after 'Más'", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  for (const width of [390, 360])
    for (const [group, section, path] of [
      ["Hoy", "Colas", "queues"],
      ["Trabajo", "Solicitudes", "applications"],
      ["Trabajo", "Vocabulario", "vocabulary"],
      ["Personas", "Especialistas", "kines"],
      ["Casos", "Zonas", "zones"],
      ["Sistema", "Crear Especialista", "create-kine"],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`/dashboard/admin/${path}`);
      const row = page.getByRole("navigation", { name: `Pantallas de ${group}` });
      await expect(row.getByRole("link", { name: section })).toHaveAttribute("aria-current", "page");
      expect((await row.boundingBox())!.height, `${section} at ${width} px`).toBeLessThanOrEqual(48);
    }
  const row = page.getByRole("navigation", { name: "Pantallas de Sistema" });
  const more = row.getByRole("button", { name: "Más" });
  await expect(row.getByRole("link")).toHaveText([/^Estado/, "Crear Especialista"]);
  await more.press("Enter");
  await expect(row.getByRole("link")).toHaveCount(7);
  await expectAccessible(page);
  await row.getByRole("link", { name: "Feriados" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Feriados" })).toBeVisible();
  await expect(row.getByRole("link"), "another screen closes it").toHaveText([/^Estado/, "Feriados"]);
  await expect(more).toHaveAttribute("aria-expanded", "false");
});

test("on a phone a change of a profile is a row with what it asks for, and decided in the card that it opens", async ({
  browser,
  baseURL,
}) => {
  const name = `Sofía Pide ${stamp}`;
  const { api } = await enterApproved(baseURL!, like(cast.carla, name, { license_number: `MN 2${stamp}` }));
  const { version } = await api.profiles.mine();
  await api.profiles.update({ name: `Sofía Pidió ${stamp}`, license_number: `MN 2${stamp}`, version });
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize(PHONE);
  await page.goto("/dashboard/admin/changes");
  const row = page.getByRole("listitem").filter({ hasText: `Sofía Pidió ${stamp}` });
  await expect(row.getByRole("deletion")).toHaveText(`Ahora: ${name}`);
  expect((await row.boundingBox())!.height).toBeLessThanOrEqual(150);
  await expectAccessible(page);
  await row.getByRole("button", { name }).click();
  const card = page.getByRole("dialog", { name: "Cambio de perfil" });
  await expectAccessible(page);
  await card.getByRole("button", { name: "Aprobar" }).click();
  await expect(page.getByText("Cambio aprobado")).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("beside the panel at 1280 px, and without it, no name, state or date of a list is cut", async ({
  browser,
  baseURL,
}) => {
  const title = "Rehabilitación después de operación de cadera";
  const mail = `ancho${stamp.toString(36)}`;
  const of = (member: CastMember, name: string, n: number) => ({
    ...like(member, name, {
      license_number: `MN ${String(stamp).slice(-5)}${n}`,
      specialty: "Rehabilitación traumatológica",
    }),
    email: `${mail}.${n}@mail.example`,
  });
  const ana = await enter(baseURL!, of(cast.ana, "Mariana Maldonado", 1), "sign up");
  await enterApproved(baseURL!, of(cast.carla, "Hernán Domínguez", 2));
  const florencia = of(cast.diego, "Florencia Domínguez", 3);
  await enter(baseURL!, florencia, "sign up");
  // The badge of an unconfirmed address takes the room of the specialty.
  await confirmAddress(florencia.email);
  await ana.api.cases.create({ title, description: "Me operaron." });
  const page = await openAs(browser, baseURL!, cast.elena, "/");
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [path, searched, shown] of [
    ["users", mail, "Mariana Maldonado"],
    ["patients", mail, "Mariana Maldonado"],
    ["kines", mail, "Hernán Domínguez"],
    ["cases", title, title],
    ["applications", null, "Florencia Domínguez"],
  ] as const) {
    await page.goto(`/dashboard/admin/${path}`);
    if (searched) await page.locator("[data-search] input").fill(searched);
    const row = page.locator("[data-row]").filter({ hasText: shown }).last();
    await expect(row).toBeVisible();
    if (path !== "cases") expect(await cutIn(row), `${path} alone`).toEqual([]);
    await row.locator("[data-opener]").click();
    await expect(page.locator("[data-panel]")).toContainText(shown);
    expect(await cutIn(row), `${path} beside the panel`).toEqual([]);
    await expectAccessible(page);
  }
});
