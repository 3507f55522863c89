import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { expect, signIn, test } from "./page.ts";
import { settleAccounts } from "./server-database.ts";
import { fillAccount, fillContact, fillPractice, goOn, somebodyWithPractice, someone } from "./sign-up.ts";

// Many small checks per test.

const stamp = Date.now();
const SIGN_UP = "/auth?mode=signup";
const KINE_SIGN_UP = "/auth?mode=signup&role=kine";

test("the landing page says what the product is, and each of its ways in leads to the right form", async ({ page }) => {
  await page.goto("/");
  await test.step("the bar", async () => {
    const bar = page.getByRole("banner");
    await expect(bar.getByRole("link", { name: "Kinexo" })).toHaveAttribute("href", "/");
    await expect(bar.getByRole("link", { name: "Iniciar sesión" })).toHaveAttribute("href", "/auth?mode=signin");
    await expect(bar.getByRole("link", { name: "Registro" })).toHaveAttribute("href", SIGN_UP);
  });
  await test.step("the opening", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conecta con especialistas verificados");
    await expect(page.getByRole("link", { name: "Soy paciente" })).toHaveAttribute("href", SIGN_UP);
    await expect(page.getByRole("link", { name: "Soy Especialista" })).toHaveAttribute("href", KINE_SIGN_UP);
  });
  await test.step("three reasons for patients", async () => {
    const reasons = page.getByRole("region", { name: "Por qué elegir Kinexo" });
    await expect(reasons.getByRole("heading", { level: 3 })).toHaveText([
      "Profesionales verificados",
      "El especialista justo para vos",
      "Reseñas verificadas",
    ]);
    for (const text of ["matrícula vigente", "Publicás tu caso una sola vez y se postulan", "pacientes reales"]) {
      await expect(reasons).toContainText(text);
    }
  });
  await test.step("four reasons for specialists", async () => {
    const reasons = page.getByRole("region", { name: "¿Sos kinesiólogo o kinesióloga?" });
    await expect(reasons.getByRole("heading", { level: 3 })).toHaveText([
      "Recibí casos directos",
      "Elegí cómo y cuándo atender",
      "Construí tu reputación",
      "Sumate a una comunidad profesional",
    ]);
    await expect(reasons.getByRole("link", { name: "Registrarme como Especialista" })).toHaveAttribute(
      "href",
      KINE_SIGN_UP,
    );
  });
  await test.step("the end", async () => {
    await expect(page.getByRole("link", { name: "Crear cuenta gratis" })).toHaveAttribute("href", SIGN_UP);
    await expect(page.getByRole("contentinfo")).toContainText(
      "Kinexo es un intermediario entre pacientes y especialistas. No brinda servicios médicos.",
    );
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "+54 11 5555-5555" })).toHaveAttribute(
      "href",
      "tel:+541155555555",
    );
  });
});

test("the two forms of an account ask what they should, with their defaults", async ({ page }) => {
  await test.step("the address says which form opens", async () => {
    await page.goto("/auth");
    await expect(page.getByRole("tab", { name: "Iniciar sesión" })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("tab", { name: "Registrarse" }).click();
    await expect(page).toHaveURL(/mode=signup/);
    await page.goto("/auth?mode=signin");
    await expect(page.getByRole("button", { name: "Iniciar sesión" })).toBeVisible();
  });
  await test.step("of a patient", async () => {
    await page.goto(SIGN_UP);
    for (const label of ["Nombre completo", "Email"]) await expect(page.getByLabel(label)).toHaveValue("");
    await expect(page.getByLabel("Contraseña", { exact: true })).toHaveAttribute("type", "password");
    await fillAccount(page, someone("hechos@example.com"));
    await goOn(page, "Cómo contactarte");
    for (const label of ["Teléfono", "Barrio"]) await expect(page.getByLabel(label)).toHaveValue("");
    await fillContact(page, someone("hechos@example.com"));
    await goOn(page, "Sobre vos");
    const birth = page.getByLabel("Fecha de nacimiento", { exact: true });
    await expect(birth).toHaveValue("");
    const level = page.getByRole("radiogroup", { name: "Nivel de actividad" });
    await expect(level.getByRole("radio", { name: "Activo" })).toBeChecked();
    await expect(level.locator("label")).toHaveText(["Sedentario", "Activo", "Deportista"]);
    await expect(page.getByLabel("Matrícula")).toBeHidden();
    await expect(page.getByRole("checkbox", { name: /^Acepto los/ })).not.toBeChecked();
  });
  await test.step("of a specialist", async () => {
    await page.goto(KINE_SIGN_UP);
    await page.getByLabel("Contraseña", { exact: true }).fill("Escalera2026");
    await goOn(page, "Cómo contactarte");
    await goOn(page, "Tu práctica");
    for (const label of ["Matrícula", "Especialidad"]) await expect(page.getByLabel(label)).toHaveValue("");
    const ranges = page.getByRole("radiogroup", { name: "Rango de precios" });
    await expect(ranges.locator("label")).toHaveText([
      "$15.000 - $25.000",
      "$25.000 - $35.000",
      "$35.000 - $50.000",
      "$50.000+",
    ]);
    await expect(ranges.getByRole("radio", { checked: true })).toHaveCount(0);
    const modalities = page.getByRole("group", { name: "Modalidades" });
    for (const name of ["Domicilio", "Consultorio", "Virtual"])
      await expect(modalities.getByRole("checkbox", { name })).not.toBeChecked();
    await expect(page.getByLabel("Nivel de actividad")).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem("signup-role"))).toBe("kine");
  });
  await test.step("the photo", async () => {
    await fillPractice(page, somebodyWithPractice("hechos@example.com"));
    await goOn(page, "Tu presentación");
    await expect(page.getByLabel("Sobre mí")).toHaveValue("");
    await expect(page.getByText("0/500")).toBeVisible();
    await expect(page.getByLabel("Foto de perfil")).toBeAttached();
    await expect(page.getByRole("button", { name: "Cambiar foto" })).toBeVisible();
    await expect(page.getByText("JPG, PNG o GIF. Máximo 5MB.")).toBeVisible();
  });
  await test.step("each broken rule is told under its field", async () => {
    await page.goto(KINE_SIGN_UP);
    await page.getByLabel("Nombre completo").fill("");
    await page.getByLabel("Email").fill("hechos@");
    await page.getByRole("button", { name: "Continuar" }).click();
    await expect(page.getByLabel("Nombre completo")).toHaveAccessibleDescription(/Mínimo 2 caracteres/);
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/Email inválido/);
    await expect(page.getByLabel("Nombre completo")).toBeFocused();
  });
});

test("a public profile shows the specialist to everybody", async ({ page, baseURL }) => {
  const kine = await enterApproved(
    baseURL!,
    like(cast.carla, `Carla Pública ${stamp}`, { license_number: `P ${stamp}` }),
  );
  await test.step("what it says, without reviews and hours", async () => {
    await page.goto(`/kines/${kine.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Carla Pública ${stamp}`);
    await expect(page).toHaveTitle(`Kinexo | Carla Pública ${stamp}, Kinesiología deportiva`);
    for (const text of [
      "Kinesiología deportiva",
      "Palermo",
      "$25.000 - $35.000",
      "Consultorio",
      "Domicilio",
      "Quince años",
    ]) {
      await expect(page.getByRole("main").getByText(text).first()).toBeVisible();
    }
    await expect(page.getByRole("heading", { name: "Sobre mí" })).toBeVisible();
    await expect(page.getByText("Aún no hay reseñas para este profesional.")).toBeVisible();
  });
  await test.step("hours by weekday, the average to one decimal, and the ten latest reviews", async () => {
    const hours = [
      { weekday: 0, start_time: "10:00", end_time: "12:00" },
      { weekday: 3, start_time: "09:00", end_time: "13:30" },
    ];
    await kine.api.availabilities.replace({ ranges: hours });
    const patients: Person[] = [];
    for (let n = 1; n <= 11; n += 1)
      patients.push(await enter(baseURL!, like(cast.ana, `Ana Pacienta${n} P${stamp}`), "sign up"));
    await settleAccounts(patients.map(({ id }) => id));
    for (const [n, each] of patients.entries()) await review(each, kine, n + 1);
    await signIn(page, cast.elena, `/kines/${kine.id}`);
    await expect(page.locator("dl", { hasText: "Miércoles" })).toHaveText("Domingo10:00 a 12:00Miércoles09:00 a 13:30");
    await expect(page.getByText("4,9 de 5, 11 reseñas")).toBeAttached();
    const reviews = page.getByRole("listitem").filter({ hasText: /Ana P\./ });
    await expect(reviews).toHaveCount(10);
    await expect(reviews.first()).toContainText("Opinión 11.");
    await expect(reviews.first().getByRole("img", { name: "5 de 5 estrellas" })).toBeVisible();
    await expect(reviews.first().locator("time")).toHaveText(/^\d+ de \p{L}+ de \d{4}$/u);
    await expect(page.getByText("Opinión 1.", { exact: true })).toBeHidden();
  });
});

test.describe("an address that leads nowhere", () => {
  // The browser logs the page's status.
  test.use({ expectedProblems: [/status of 404/] });

  test("says so and leads home", async ({ page }) => {
    const response = await page.goto("/no/existe");
    expect(response?.status()).toBe(404);
    expect(await response?.text()).toContain("Oops! Page not found");
    await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await expect(page.getByText("No encontramos la página que buscás.")).toBeVisible();
    await page.getByRole("link", { name: "Volver al inicio" }).click();
    await page.waitForURL((url) => url.pathname === "/");
  });

  test("leads to the dashboard where it names no specialist", async ({ page, baseURL }) => {
    const patient = await enter(baseURL!, like(cast.ana, `Ana Pública ${stamp}`), "sign up");
    await signIn(page, cast.elena, `/kines/${patient.id}`);
    await page.waitForURL("**/dashboard/admin/users");
    await page.goto("/kines/nadie");
    await page.waitForURL("**/dashboard/admin/users");
  });
});

/** A case from publication to review; the second one gets four stars, the others five. */
async function review(patient: Person, kine: Person, n: number) {
  const { id } = await patient.api.cases.create({ title: `Caso ${n}`, description: "Me duele" });
  const match = await kine.api.matches.apply({ case_id: id });
  await patient.api.matches.accept({ id: match.id });
  await patient.api.cases.close({ id });
  await patient.api.reviews.create({ case_id: id, kine_id: kine.id, stars: n === 2 ? 4 : 5, comment: `Opinión ${n}.` });
}
