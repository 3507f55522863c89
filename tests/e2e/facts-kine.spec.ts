import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, outcome, type Person } from "../support/people.ts";
import { expect, signIn, test } from "./page.ts";

// Many small checks per test.
test.describe.configure({ timeout: 180_000 });

const now = Date.now();
const stamp = now.toString(36);
/** Shorter than the waiting page's interval, so only the stream can have delivered it. */
const BEFORE_IT_ASKS = { timeout: 8_000 };
const carla = like(cast.carla, `Carla Hechos ${stamp}`, { license_number: `H ${stamp}` });
let ana: Person;
let kine: Person;
let other: Person;

test.beforeAll(async ({ baseURL }) => {
  ana = await enter(baseURL!, like(cast.ana, `Ana Casos ${stamp}`), "sign up");
  kine = await enterApproved(baseURL!, carla);
  other = await enterApproved(baseURL!, like(cast.carla, `Otra Hechos ${stamp}`, { license_number: `O ${stamp}` }));
});

const newCase = async (title: string) => {
  const more = { injury_area: "Tobillo", location_city: "Caballito", preferred_modality: "consultorio" as const };
  return (await ana.api.cases.create({ title: `${title} ${stamp}`, description: "Me duele al correr", ...more })).id;
};
const applied = async (person: Person, case_id: string, accept = false) => {
  const { id } = await person.api.matches.apply({ case_id, message: `De ${case_id.slice(-4)}` });
  if (accept) await ana.api.matches.accept({ id });
  return id;
};

test("Casos Disponibles holds the cases in course that the specialist has not applied to, and each opens", async ({
  page,
}) => {
  const [open, matched, closed, mine] = [
    await newCase("Abierto"),
    await newCase("Tomado"),
    await newCase("Terminado"),
    await newCase("Mío"),
  ];
  await applied(other, matched, true);
  await applied(other, closed, true);
  await ana.api.cases.close({ id: closed });
  await applied(kine, mine);
  await signIn(page, carla);
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: `${stamp}` });

  await test.step("the list, newest first", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Casos Disponibles");
    await page.getByText("Ya eligieron a alguien").click();
    await expect(cards.getByRole("heading")).toHaveText([`Abierto ${stamp}`, `Tomado ${stamp}`]);
    for (const text of ["Ana Casos", "Me duele al correr", "Tobillo", "Caballito", "Consultorio"])
      await expect(cards.first()).toContainText(text);
  });
  const dialog = page.getByRole("dialog");
  await test.step("the case", async () => {
    await cards.filter({ hasText: `Abierto ${stamp}` }).click();
    await expect(page).toHaveURL(new RegExp(open));
    for (const text of [
      `Abierto ${stamp}`,
      "Me duele al correr",
      "Tobillo",
      "Caballito",
      "consultorio",
      `Ana Casos ${stamp}`,
    ]) {
      await expect(dialog).toContainText(text);
    }
    await expect(dialog.getByText(/^\d\d años\s· vive en Caballito$/)).toBeVisible();
    await expect(dialog.getByText("4444-1111")).toBeHidden();
  });
  await test.step("the application, with or without a message", async () => {
    await dialog.getByRole("button", { name: "Postularme a este caso" }).click();
    await page.getByRole("button", { name: "Enviar postulación" }).click();
    await expect(page.getByText("¡Postulación enviada!")).toBeVisible();
    const own = dialog.getByRole("region", { name: "Tu postulación" });
    await expect(own).toContainText("Pendiente");
    await expect(dialog.getByRole("button", { name: "Postularme a este caso" })).toBeHidden();
    await page.goBack();
    await expect(cards.getByRole("heading")).toHaveText([`Tomado ${stamp}`]);
  });
  await test.step("the contact, once accepted", async () => {
    const match = (await kine.api.matches.mine()).items.find(({ case_id }) => case_id === mine)!;
    await ana.api.matches.accept({ id: match.id });
    await page.goto(`/dashboard/kine/cases?caso=${mine}`);
    const contact = dialog.getByRole("region", { name: `Contacto de Ana Casos ${stamp}` });
    await expect(contact).toContainText("+54 11 4444-1111");
    await expect(contact.getByRole("link", { name: /^Llamar/ })).toHaveAttribute("href", "tel:+541144441111");
    await expect(contact).toContainText("Solo el especialista asignado ve los datos de contacto.");
    const own = dialog.getByRole("region", { name: "Tu postulación" });
    for (const text of ["Aceptado", `De ${mine.slice(-4)}`]) await expect(own).toContainText(text);
  });
  await test.step("nothing left to apply to", async () => {
    let before: string | null = null;
    do {
      const batch: { items: { id: string }[]; next: string | null } = await kine.api.cases.available({ before });
      for (const { id } of batch.items) await kine.api.matches.apply({ case_id: id });
      before = batch.next;
    } while (before);
    await page.goto("/dashboard/kine/cases");
    await expect(page.getByText("No hay casos abiertos en este momento.")).toBeVisible();
  });
});

test("Mis Postulaciones shows each application as it stands, and whom to call", async ({ page }) => {
  const [yes, no, waiting] = [await newCase("Sí"), await newCase("No"), await newCase("Espera")];
  await applied(other, yes, true);
  await ana.api.matches.reject({ id: await applied(other, no) });
  await applied(other, waiting);
  await signIn(page, like(cast.carla, `Otra Hechos ${stamp}`));
  await page.getByRole("link", { name: "Mis Postulaciones", exact: true }).click();
  await expect(page).toHaveTitle("Kinexo | Mis Postulaciones");
  const cards = page.getByRole("main").getByRole("listitem");
  const card = (title: string) => cards.filter({ hasText: `${title} ${stamp}` });

  await test.step("the three states, each with case and message", async () => {
    await expect(card("Sí")).toContainText("Aceptado");
    await expect(card("No")).toContainText("Rechazado");
    await expect(card("Espera")).toContainText("Pendiente");
    for (const text of ["Tobillo", "Caballito", "Consultorio", `De ${waiting.slice(-4)}`])
      await expect(card("Espera")).toContainText(text);
  });
  await test.step("the patient of an accepted one, and of no other", async () => {
    for (const text of [`Ana Casos ${stamp}`, "+54 11 4444-1111"]) await expect(card("Sí")).toContainText(text);
    await expect(card("Sí").getByRole("link", { name: /^Llamar/ })).toHaveAttribute("href", "tel:+541144441111");
    const chat = card("Sí").getByRole("link", { name: /^WhatsApp/ });
    await expect(chat).toHaveAttribute("target", "_blank");
    const link = new URL((await chat.getAttribute("href"))!);
    expect(link.searchParams.get("text")).toBe(
      `Hola Ana Casos ${stamp}, soy Otra Hechos ${stamp}. Te escribo para coordinar por tu caso "Sí ${stamp}".`,
    );
    for (const title of ["No", "Espera"]) await expect(card(title)).not.toContainText("4444-1111");
  });
});

test("Reseñas Recibidas and Mi Perfil Profesional say what they should", async ({ page, baseURL }) => {
  const novice = like(cast.carla, `Nueva Hechos ${stamp}`, { license_number: `MN ${now}` });
  const person = await enterApproved(baseURL!, novice);
  await signIn(page, novice);
  await test.step("empty", async () => {
    await page.getByRole("link", { name: "Reseñas" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Reseñas Recibidas");
    await expect(page.getByText("Aún no tienes reseñas")).toBeVisible();
  });
  await test.step("one review, then two", async () => {
    for (const [stars, line] of [
      [5, "Promedio: 5.0 / 5.0 (1 reseña) · 1 sin responder"],
      [2, "Promedio: 3.5 / 5.0 (2 reseñas) · 2 sin responder"],
    ] as const) {
      const { api } = stars === 2 ? ana : await enter(baseURL!, like(cast.ana, `Otra Casos ${stamp}`), "sign up");
      const { id } = await api.cases.create({ title: `Reseña ${stars} ${stamp}`, description: "Me duele al correr" });
      await api.matches.accept({ id: await applied(person, id) });
      await api.cases.close({ id });
      await api.reviews.create({ case_id: id, kine_id: person.id, stars, comment: `Fueron ${stars}` });
      await page.reload();
      await expect(page.getByRole("main")).toContainText(line);
    }
    const latest = page.getByRole("main").getByRole("listitem").first();
    for (const text of [`Ana Casos ${stamp}`, `Reseña 2 ${stamp}`, "Fueron 2"])
      await expect(latest).toContainText(text);
    await expect(latest.getByRole("img", { name: "2 de 5 estrellas" })).toBeVisible();
    await expect(latest.locator("time")).toHaveText(/^\d+ de \p{L}+ de \d{4}$/u);
  });
  await test.step("the professional profile's fields", async () => {
    await page.getByRole("link", { name: "Mi Perfil" }).click();
    const fields = {
      "Nombre completo": `Nueva Hechos ${stamp}`,
      Email: novice.email,
      Teléfono: "+54 11 5555-3333",
      Barrio: "Palermo",
      Matrícula: `MN ${now}`,
      Especialidad: "Kinesiología deportiva",
      "Sobre mí": /^Quince/,
    };
    for (const [label, value] of Object.entries(fields)) await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(
      page.getByRole("radiogroup", { name: "Rango de precios" }).getByRole("radio", { checked: true }),
    ).toHaveAccessibleName("$25.000 - $35.000");
    await expect(page.getByRole("checkbox", { name: "Consultorio" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "Online" })).not.toBeChecked();
    await expect(page.getByRole("checkbox", { name: /^Mostrar mi número a los pacientes/ })).toBeChecked();
    await expect(page.getByLabel("Fecha de nacimiento", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveAttribute("readonly", "");
    await expect(page.getByRole("button", { name: "Cambiar foto" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Eliminar cuenta" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Secciones" }).getByRole("link")).toHaveText([
      "Hoy",
      "Casos Disponibles",
      "Mis Postulaciones",
      "Agenda",
      "Mensajes",
      "Reseñas",
      "Mi Perfil",
    ]);
  });
});

test("the waiting page says how the application stands, and lets whoever waits sign out", async ({ page, baseURL }) => {
  const rita = like(cast.diego, `Rita Espera ${stamp}`, { license_number: `E ${stamp}` });
  const applicant = await enter(baseURL!, rita, "sign up");
  const connected = page.waitForResponse(/live\/events/, { timeout: 20_000 });
  await signIn(page, rita);

  await test.step("pending", async () => {
    await page.waitForURL("**/pending-approval");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tu solicitud está en revisión");
    await expect(page.getByText("¡Gracias por registrarte!", { exact: false })).toBeVisible();
    await expect(page.getByText("Te vamos a contactar por WhatsApp dentro de las próximas 24-48 horas.")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Verificando automáticamente." })).toBeVisible();
    await expect(page).toHaveTitle("Kinexo | Dashboard");
  });
  await test.step("rejected, which is read at once, and stays the only page that opens", async () => {
    await connected;
    const elena = await enter(baseURL!, cast.elena, "sign in");
    const application = (await elena.api.kineApplications.list()).items.find(
      ({ profile_id }) => profile_id === applicant.id,
    );
    await elena.api.kineApplications.reject({ id: application!.id });
    expect(await outcome(applicant.api.matches.mine({}))).toBe("APPROVAL_PENDING");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tu solicitud fue rechazada", BEFORE_IT_ASKS);
    await expect(page.getByRole("link", { name: "+54 11 5555-5555" })).toHaveAttribute("href", "tel:+541155555555");
    await page.goto("/dashboard/kine/cases");
    await page.waitForURL("**/pending-approval");
  });
  await test.step("signing out", async () => {
    await page.getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(page.getByText("Sesión cerrada")).toBeVisible();
    await page.waitForURL((url) => url.pathname === "/");
    await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await page.goto("/pending-approval");
    await page.waitForURL("**/auth");
  });
});
