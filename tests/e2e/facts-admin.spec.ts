import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { expect, signIn, test } from "./page.ts";
import { openRole } from "./open-role.ts";

// Many small checks per test.

const stamp = Date.now();

test("the admin's menu, lists and applications say what they should", async ({ page, baseURL }) => {
  const diego = like(cast.diego, `Diego Hechos ${stamp}`, { license_number: `MN ${stamp}` });
  await enter(baseURL!, diego, "sign up");
  const ana = await enter(baseURL!, like(cast.ana, `Ana Nómina ${stamp}`), "sign up");
  await signIn(page, cast.elena, "/dashboard/admin");
  const main = page.getByRole("main");

  await test.step("the way in and the sections", async () => {
    await page.waitForURL("**/dashboard/admin/users");
    await expect(page).toHaveTitle("Kinexo | Usuarios");
    const menu = page.getByRole("navigation", { name: "Secciones" });
    const groups = {
      Hoy: ["Hoy", "Pulso", "Colas"],
      Trabajo: ["Solicitudes", "Cambios", "Matrículas", "Denuncias", "Reseñas", "Disputas", "Vocabulario"],
      Personas: ["Usuarios", "Pacientes", "Especialistas"],
      Casos: ["Casos", "Zonas"],
      Sistema: ["Estado", "Auditoría", "Ajustes", "Coberturas", "Feriados", "Crear Especialista", "Mi Perfil"],
    };
    for (const [name, sections] of Object.entries(groups)) {
      const links = menu.getByRole("list", { name, exact: true }).getByRole("link");
      await expect(links).toHaveText(sections.map((section) => new RegExp(`^${section}(\\d|$)`)));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.getByRole("navigation", { name: "Accesos" }).getByRole("link");
    await expect(bar).toHaveText(Object.keys(groups).map((name) => new RegExp(`^${name}(\\d|$)`)));
    await bar.last().click();
    await expect(page).toHaveURL("/dashboard/admin/status");
    const sections = page.getByRole("navigation", { name: "Pantallas de Sistema" });
    await sections.getByRole("button", { name: "Más" }).click();
    await sections.getByRole("link", { name: "Ajustes" }).click();
    await expect(page).toHaveURL("/dashboard/admin/settings");
    await expect(bar.last()).toHaveAttribute("aria-current", "true");
    await page.setViewportSize({ width: 1280, height: 720 });
    await menu.getByRole("link", { name: "Usuarios" }).click();
  });
  await test.step("users with their count and role", async () => {
    await page.getByLabel("Buscar por nombre, email o teléfono").fill(`nómina ${stamp}`);
    await expect(main.getByText(/^\d+ usuarios$/)).toBeVisible();
    const row = main.getByRole("row").filter({ hasText: `Ana Nómina ${stamp}` });
    await expect(row).toContainText(like(cast.ana, `Ana Nómina ${stamp}`).email);
    await expect(row).toContainText("Paciente");
    const role = await openRole(page, `Ana Nómina ${stamp}`);
    await expect(role.getByRole("option")).toHaveText(["Paciente", "Kinesiólogo", "Administrador"]);
  });
  await test.step("patients with what is known of them", async () => {
    await page.goto(`/dashboard/admin/patients?buscar=nomina+${stamp}`);
    await expect(page).toHaveTitle("Kinexo | Pacientes");
    const card = main.locator("tbody").getByRole("row").first();
    for (const text of [
      `Ana Nómina ${stamp}`,
      "ana.n",
      "+54 11 4444-1111",
      "14 de marzo de 1961",
      "Activo",
      "0 casos",
    ]) {
      await expect(card).toContainText(text);
    }
    await expect(main.getByRole("columnheader", { name: "Registro" })).toBeVisible();
    await expect(card).toContainText(/\d+ \p{L}+ \d{4}/u);
  });
  await test.step("specialists with their practice", async () => {
    await page.goto(`/dashboard/admin/kines?buscar=hechos+${stamp}&filtro=pending`);
    const card = main.locator("tbody").getByRole("row").first();
    for (const text of [
      `Diego Hechos ${stamp}`,
      "Rehabilitación traumatológica",
      "Pendiente",
      "Sin reseñas todavía",
      "Almagro",
    ]) {
      await expect(card).toContainText(text);
    }
    await expect(main.getByRole("columnheader", { name: "Registro" })).toBeVisible();
    await expect(card).toContainText(/\d+ \p{L}+ \d{4}/u);
    await card.getByRole("button").first().click();
    const file = page.getByRole("region", { name: "Ficha de la persona" });
    for (const text of [
      diego.email,
      "+54 11 5555-4444",
      "$15.000 - $25.000",
      "Consultorio, Online",
      "Trabajo con personas mayores y posoperatorios.",
    ]) {
      await expect(file).toContainText(text);
    }
  });
  await test.step("cases with badge and date", async () => {
    await ana.api.cases.create({
      title: `Nómina ${stamp}`,
      description: "Me duele",
      injury_area: "Cuello",
      location_city: "Once",
    });
    await page.goto(`/dashboard/admin/cases?buscar=nomina+${stamp}`);
    const card = main.locator("tbody").getByRole("row").first();
    for (const text of [`Nómina ${stamp}`, "Abierto", `Ana Nómina ${stamp}`, "Me duele", "Once", "Cuello"])
      await expect(card).toContainText(text);
    await expect(main.getByRole("columnheader", { name: "Fecha" })).toBeVisible();
    await expect(card).toContainText(/\d+ \p{L}+ \d{4}/u);
  });
  await test.step("applications, open and decided", async () => {
    await page.goto("/dashboard/admin/applications");
    const open = page.getByRole("region", { name: /^Pendientes \d+$/ });
    const card = open.getByRole("listitem").filter({ hasText: diego.email });
    for (const text of [
      `Diego Hechos ${stamp}`,
      "Rehabilitación traumatológica",
      `MN ${stamp}`,
      "+54 11 5555-4444",
      "Almagro",
    ]) {
      await expect(card).toContainText(text);
    }
    await expect(card).toContainText("Email sin confirmar");
    await card.getByRole("button", { name: "Revisar" }).click();
    await page.getByRole("region", { name: "Solicitud", exact: true }).getByRole("button", { name: "Aprobar" }).click();
    await expect(page.getByText("Especialista aprobado exitosamente").first()).toBeVisible();
    await page.keyboard.press("Escape");
    const decided = page.getByRole("region", { name: "Procesadas" }).getByRole("row").filter({ hasText: diego.email });
    // The server applies it when its eight seconds to undo are over.
    await expect(decided).toContainText("Aprobado");
    const notice = new URL((await decided.getByRole("link", { name: /^Avisar por WhatsApp/ }).getAttribute("href"))!);
    expect(notice.searchParams.get("text")).toContain(
      `Hola Diego Hechos ${stamp}, tu cuenta de especialista en Kinexo fue aprobada.`,
    );
  });
  await test.step("the admin's own profile", async () => {
    await page.goto("/dashboard/admin/profile");
    await expect(page.getByLabel("Nombre completo")).not.toHaveValue("");
    await expect(page.getByLabel("Email")).toHaveAttribute("readonly", "");
    await expect(page.getByLabel("Teléfono")).toBeVisible();
    await expect(page.getByRole("button", { name: "Cambiar foto" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Eliminar cuenta" })).toBeVisible();
    await expect(page.getByLabel("Barrio")).toBeHidden();
  });
});
