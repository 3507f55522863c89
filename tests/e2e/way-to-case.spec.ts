import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { tellCase } from "./tell-case.ts";
import { expect, expectAccessible, fillAndLeave, signIn, test } from "./page.ts";
import { invitationsOf } from "./server-database.ts";

const stamp = Date.now();

test("a patient who signs up first is asked the role once, and tells their case in the same steps", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto("/");
  await page.getByRole("link", { name: "Soy paciente" }).click();
  await expect(page.getByLabel("Nombre completo")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Soy paciente" })).toBeHidden();
  await page.getByLabel("Nombre completo").fill("Ana Camino");
  await page.getByLabel("Email").fill(`camino.${stamp}@example.com`);
  await page.getByLabel("Contraseña", { exact: true }).fill("Escalera2026");
  await button("Continuar").click();
  await page.getByLabel("Teléfono").fill("11 4444-2222");
  await fillAndLeave(page.getByRole("combobox", { name: "Barrio" }), "Almagro");
  await button("Continuar").click();
  await page.getByRole("checkbox", { name: /^Acepto los/ }).check();
  await button("Crear cuenta").click();
  await page.waitForURL("**/dashboard/patient/cases");
  await button("Crear Caso").click();
  const form = page.getByRole("dialog");
  await tellCase(form, { words: "Me duele al agacharme." });
  await expect(form.getByLabel("Título")).toHaveValue("Me duele al agacharme");
  await expectAccessible(page);
  await page.goBack();
  await expect(form.getByLabel("Estudios", { exact: true })).toBeVisible();
  await expect(form.getByLabel("Barrio")).toHaveValue("Almagro");
  await form.getByRole("button", { name: "Cerrar" }).click();
  await expect(form).toBeHidden();
  await page.goBack();
  await expect(form, "Back after closing opens no step again").toBeHidden();
  await page.goForward();
  await button("Crear Caso").click();
  await tellCase(form, { words: "Me duele al agacharme.", title: `Espalda ${stamp}` });
  await form.getByRole("checkbox", { name: /^Consiento/ }).check();
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: `Espalda ${stamp}` })).toContainText("Publicado.");
});

test("the specialist for whom somebody signs up is remembered to the published case", async ({ page, baseURL }) => {
  const carla = await enterApproved(
    baseURL!,
    like(cast.carla, `Carla Elegida ${stamp}`, { license_number: `E ${stamp}` }),
  );
  await page.goto(`/kines/${carla.id}`);
  await page.getByRole("link", { name: "Subí tu caso para contactar a este profesional" }).click();
  await expect(page.getByRole("tab", { name: "Registrarse" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText(`Para contactar a Carla Elegida ${stamp}, creá tu cuenta`)).toBeVisible();
  await page.getByLabel("Nombre completo").fill("Ana Elige");
  await page.getByLabel("Email").fill(`elige.${stamp}@example.com`);
  await page.getByLabel("Contraseña", { exact: true }).fill("Escalera2026");
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByLabel("Teléfono").fill("11 4444-2222");
  await fillAndLeave(page.getByRole("combobox", { name: "Barrio" }), "Almagro");
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("checkbox", { name: /^Acepto los/ }).check();
  await page.getByRole("button", { name: "Crear cuenta" }).click();
  const form = page.getByRole("dialog", { name: "Crear Caso" });
  await expect(form).toContainText(`Carla Elegida ${stamp} lo va a poder ver`);
  await form.getByLabel("Título").fill("Hombro");
  await form.getByLabel("Descripción").fill("No lo levanto");
  await form.getByRole("checkbox", { name: /^Consiento/ }).check();
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(page.getByRole("link", { name: `Volver al perfil de Carla Elegida ${stamp}` })).toHaveAttribute(
    "href",
    `/kines/${carla.id}`,
  );
  await page.getByRole("button", { name: `Invitar a Carla Elegida ${stamp} a «Hombro»` }).click();
  await expect(page.getByText(`Invitaste a Carla Elegida ${stamp}`)).toBeVisible();
  await expect(page.getByRole("region", { name: `Invitar a Carla Elegida ${stamp}` })).toBeHidden();
  expect(await invitationsOf(carla.id)).toBe(1);
});

test("a patient with an open case invites to it the specialist whom they chose on a public page", async ({
  page,
  baseURL,
  expectedProblems,
}) => {
  // A second invitation is refused.
  expectedProblems.push(/409/);
  const name = `Carla Invitada ${stamp}`;
  const carla = await enterApproved(baseURL!, like(cast.carla, name, { license_number: `I ${stamp}` }));
  const member = like(cast.ana, `Ana Invita ${stamp}`);
  const ana = await enter(baseURL!, member, "sign up");
  const profile = `/kines/${carla.id}`;
  const choose = async (open: () => Promise<unknown>) => {
    // The application, which replaces the static page of a visitor, asks for the profile of its viewer once it works.
    const works = page.waitForResponse(/rpc\/profiles\/publicProfile/);
    await open();
    await works;
    await page.getByRole("link", { name: "Subí tu caso para contactar a este profesional" }).click();
  };
  await choose(() => signIn(page, member, profile));
  const invitation = page.getByRole("region", { name: `Invitar a ${name}` });
  await expect(invitation.getByRole("button", { name: "Contar qué me pasa" })).toBeVisible();
  await expectAccessible(page);
  await invitation.getByRole("button", { name: `No invitar a ${name}` }).click();
  await expect(invitation).toBeHidden();
  await ana.api.cases.create({ title: "Tobillo", description: "Me duele" });
  await choose(() => page.goto(profile));
  await invitation.getByRole("button", { name: `Invitar a ${name} a «Tobillo»` }).click();
  await expect(page.getByText(`Invitaste a ${name}`)).toBeVisible();
  await expect(invitation).toBeHidden();
  expect(await invitationsOf(carla.id)).toBe(1);
  await choose(() => page.goto(profile));
  await invitation.getByRole("button", { name: `Invitar a ${name} a «Tobillo»` }).click();
  await expect(page.getByText(`Ya habías invitado a ${name}`)).toBeVisible();
  expect(await invitationsOf(carla.id)).toBe(1);
});

test("an empty phone is told at its field with the sentence of the specification", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  await page.getByLabel("Nombre completo").fill("Ana Vacía");
  await page.getByLabel("Email").fill(`vacia.${stamp}@example.com`);
  await page.getByLabel("Contraseña", { exact: true }).fill("Escalera2026");
  await page.getByRole("button", { name: "Continuar" }).click();
  await fillAndLeave(page.getByRole("combobox", { name: "Barrio" }), "Once");
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect(page.getByLabel("Teléfono")).toHaveAccessibleDescription(/Teléfono inválido/);
});
