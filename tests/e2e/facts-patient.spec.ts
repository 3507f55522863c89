import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { accept, openMore } from "./choose.ts";
import { fixtures } from "./fixtures.ts";
import { expect, fillAndLeave, signIn, test } from "./page.ts";

// Many small checks per test.

const stamp = Date.now();

test("a patient publishes a case and follows it to its end in Mis Casos", async ({ page, baseURL }) => {
  const ana = like(cast.ana, `Ana Hechos ${stamp}`);
  const { api } = await enter(baseURL!, ana, "sign up");
  const kines = await Promise.all(
    ["Uno", "Dos"].map((name) =>
      enterApproved(baseURL!, like(cast.carla, `Hechos ${name} ${stamp}`, { license_number: `${name} ${stamp}` })),
    ),
  );
  const dialog = page.getByRole("dialog");
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "Rodilla derecha" });
  await signIn(page, ana, "/dashboard/patient");

  await test.step("the empty list and its address", async () => {
    await page.waitForURL("**/dashboard/patient/cases");
    await expect(page).toHaveTitle("Kinexo | Casos");
    await expect(page.getByText("Todavía no publicaste ningún caso")).toBeVisible();
  });
  await test.step("the form asks what it should", async () => {
    await page.getByRole("button", { name: "Crear Caso" }).click();
    for (const label of ["Título", "Descripción", "Zona de la lesión"])
      await expect(dialog.getByLabel(label)).toHaveValue("");
    await expect(dialog.getByLabel("Título")).toBeFocused();
    await expect(dialog.getByLabel("Barrio")).toHaveValue("Caballito");
    const modality = dialog.getByRole("radiogroup", { name: "Modalidad preferida" });
    await expect(modality.locator("label")).toHaveText(["Cualquiera", "Consultorio", "Domicilio", "Online"]);
    await expect(modality.getByRole("radio", { name: "Cualquiera" })).toBeChecked();
    await expect(dialog.getByText("Opcional. Hasta 5 archivos JPG, PNG o PDF de 10 MB cada uno.")).toBeVisible();
    await expect(dialog.getByRole("radiogroup", { name: "Quién puede abrirlos" })).toBeHidden();
    await dialog.getByRole("button", { name: "Publicar caso" }).click();
    await expect(dialog.getByText("El título es requerido")).toBeVisible();
    await expect(dialog.getByText("La descripción es requerida")).toBeVisible();
  });
  await test.step("the card of an open case", async () => {
    await dialog.getByLabel("Título").fill("Rodilla derecha");
    await dialog.getByLabel("Descripción").fill("Me duele al bajar escaleras.\nDesde marzo.");
    await fillAndLeave(dialog.getByRole("combobox", { name: "Zona de la lesión" }), "Rodilla");
    await fillAndLeave(dialog.getByRole("combobox", { name: "Barrio" }), "Caballito");
    await dialog.getByRole("radio", { name: "Domicilio" }).check();
    await dialog.getByLabel("Estudios", { exact: true }).setInputFiles([fixtures.png]);
    await expect(dialog.getByRole("radio", { name: "Todos los especialistas verificados" })).toBeChecked();
    await dialog.getByRole("radio", { name: "Solo los especialistas que acepte" }).check();
    await dialog.getByRole("button", { name: "Publicar caso" }).click();
    for (const text of ["Abierto", "Publicado.", "Rodilla", "Caballito", "Domicilio"]) {
      await expect(card).toContainText(text);
    }
    await expect(card).not.toContainText(/\b0 (especialistas|respuestas)/);
  });
  const id = (await api.cases.mine()).items[0]!.id;
  await test.step("its dialog, with nobody yet", async () => {
    await card.click();
    await expect(dialog).toContainText("Me duele al bajar escaleras.");
    await expect(dialog).toContainText("Los pueden abrir: solo los especialistas que acepte.");
    await expect(dialog.getByRole("button", { name: "Abrir estudio 1" })).toBeVisible();
    await expect(dialog.getByText("Todavía no te respondió nadie")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Cerrar Caso y Dejar Review" })).toBeHidden();
  });
  const applications = dialog.getByRole("listitem").filter({ hasText: "Hechos" });
  await test.step("the applications, with message, profile and both decisions", async () => {
    for (const kine of kines) await kine.api.matches.apply({ case_id: id, message: "Puedo verte esta semana." });
    await expect(applications).toHaveCount(2);
    for (const text of [
      "Pendiente",
      "Puedo verte esta semana.",
      "Kinesiología deportiva",
      "Palermo",
      "$25.000 - $35.000",
      "Todavía no tiene reseñas",
    ]) {
      await expect(applications.first()).toContainText(text);
    }
    await expect(applications.first().getByRole("link", { name: "Hechos" })).toHaveAttribute("href", /\/kines\//);
    for (const card of await applications.all()) await openMore(card);
    await expect(applications.getByRole("button", { name: "Rechazar" })).toHaveCount(2);
    await page.goBack();
    await expect(card).toContainText("2 respuestas nuevas");
    await card.click();
  });
  await test.step("after an acceptance: contact, Match, and others may still be accepted", async () => {
    const first = applications.filter({ hasText: "Hechos Uno" });
    await accept(first);
    await expect(first.getByText("Aceptado", { exact: true })).toBeVisible();
    await expect(first.getByRole("button", { name: /^(Aceptar|Rechazar)/ })).toHaveCount(0);
    await expect(first.getByRole("link", { name: /^Llamar/ })).toHaveAttribute("href", "tel:+541155553333");
    const chat = new URL((await first.getByRole("link", { name: /^WhatsApp/ }).getAttribute("href"))!);
    expect(chat.searchParams.get("text")).toBe(
      `Hola Hechos Uno ${stamp}, soy Ana Hechos ${stamp}. Acepté tu postulación a mi caso "Rodilla derecha".`,
    );
    await openMore(first);
    await expect(first.getByRole("link", { name: /@example\.com/ })).toHaveAttribute("href", /^mailto:/);
    await expect(dialog.getByText("Match", { exact: true })).toBeVisible();
    await accept(applications.filter({ hasText: "Hechos Dos" }));
    await expect(applications.getByText("Aceptado", { exact: true })).toHaveCount(2);
  });
  await test.step("closing offers a review of each accepted specialist, and each may be skipped", async () => {
    await dialog.getByRole("button", { name: "Cerrar Caso y Dejar Review" }).click();
    await page.getByRole("button", { name: "Sí, cerrar el caso" }).click();
    const question = page.getByRole("dialog", { name: /^¿Cómo te fue con Hechos/ });
    await expect(question.getByRole("radio")).toHaveCount(5);
    const [first] = (await question.getByRole("heading").innerText()).match(/Uno|Dos/)!;
    await question.getByRole("radio", { name: "1 estrella" }).check();
    await question.getByRole("button", { name: "Publicar reseña" }).click();
    await expect(page.getByText("Review publicada exitosamente")).toBeVisible();
    await expect(
      page.getByRole("dialog", { name: `¿Cómo te fue con Hechos ${first === "Uno" ? "Dos" : "Uno"} ${stamp}?` }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Omitir" }).click();
    await expect(page.getByText("¡Gracias por tu review!")).toBeVisible();
    await expect(dialog.getByText("Ya dejaste tu reseña")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Dejar reseña" })).toHaveCount(1);
  });
  await test.step("the card of a closed case", async () => {
    await page.goBack();
    for (const text of ["Cerrado", "2 especialistas elegidos"]) await expect(card).toContainText(text);
  });
});

test("a patient's session, menu, drawer below 768 px and profile", async ({ page, baseURL }) => {
  const ana = like(cast.ana, `Ana Menú ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  await signIn(page, ana);
  const items = ["Mis Casos", "Turnos", "Especialistas", "Mensajes", "Mi Perfil"];
  const menu = page.getByRole("navigation", { name: "Secciones" });

  await test.step("the session as the browser keeps it", async () => {
    const session = await page.evaluate(() => JSON.parse(localStorage.getItem("session") ?? "{}"));
    expect(session).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_at: expect.any(Number),
      user: { email: ana.email },
    });
  });
  await test.step("the sections in the bar", async () => {
    await expect(menu.getByRole("link")).toHaveText(items);
    await expect(menu.getByRole("link", { name: "Mis Casos" })).toHaveAttribute("aria-current", "page");
  });
  await test.step("the person's menu", async () => {
    await page.getByRole("button", { name: "Menú de usuario" }).click();
    await expect(page.getByRole("menuitem")).toHaveText(["Mi Perfil", "Reseñas", "Seguridad", "Cerrar sesión"]);
    await page.keyboard.press("Escape");
  });
  await test.step("the drawer", async () => {
    await page.setViewportSize({ width: 767, height: 800 });
    await expect(menu).toBeHidden();
    await page.getByRole("button", { name: "Abrir menú" }).click();
    await expect(menu.getByRole("link")).toHaveText(items);
    await menu.getByRole("link", { name: "Mi Perfil" }).click();
    await page.waitForURL("**/dashboard/patient/profile");
    await expect(menu).toBeHidden();
  });
  await test.step("the bottom bar in one row at 360 px", async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    const bar = page.getByRole("navigation", { name: "Accesos" });
    await expect(bar.getByRole("link")).toHaveCount(items.length);
    for (const name of items) await expect(bar.getByRole("link", { name, exact: true })).toBeVisible();
    expect((await bar.boundingBox())!.height).toBeLessThan(70);
  });
  await test.step("the profile's fields", async () => {
    await expect(page.getByLabel("Nombre completo")).toHaveValue(`Ana Menú ${stamp}`);
    await expect(page.getByLabel("Email")).toHaveValue(ana.email);
    await expect(page.getByLabel("Teléfono")).toHaveValue("+54 11 4444-1111");
    await expect(page.getByLabel("Barrio")).toHaveValue("Caballito");
    await expect(page.getByLabel("Fecha de nacimiento", { exact: true })).toHaveValue("14/03/1961");
    await expect(page.getByRole("button", { name: "Cambiar foto" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Eliminar cuenta" })).toBeVisible();
  });
});
