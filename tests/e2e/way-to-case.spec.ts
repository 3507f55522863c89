import type { Locator, Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectAccessible, fillAndLeave, signIn, test } from "./page.ts";
import { invitationsOf } from "./server-database.ts";

const stamp = Date.now();
const MOST_TAPS = 9;

test.describe.configure({ timeout: 120_000 });

/** Counts a person's taps on a phone, and notes each question that a form asks. */
function counting(page: Page) {
  const questions = new Set<string>();
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.click();
  };
  const note = async () => {
    const names = await page.evaluate(() => {
      const scope = document.querySelector("[role=dialog]") ?? document;
      const groups = [...scope.querySelectorAll("[role=radiogroup], [role=group]")];
      const nameOf = (element: Element) =>
        element.getAttribute("aria-label") ??
        document.getElementById(element.getAttribute("aria-labelledby") ?? "")?.textContent ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        "";
      const single = [...scope.querySelectorAll("input, textarea, select")].filter(
        (element) => element.checkVisibility() && !groups.some((group) => group.contains(element)),
      );
      return [...groups, ...single].map((element) => nameOf(element).slice(0, 40));
    });
    for (const name of names) if (name) questions.add(name);
  };
  return { tap, note, asked: questions, taps: () => taps };
}

test("a patient comes from the landing page to a published case in at most nine taps beside the fields of the sign-up", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const way = counting(page);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto("/");
  await way.tap(page.getByRole("link", { name: "Soy paciente" }));
  await expect(page.getByLabel("Nombre completo")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Soy paciente" })).toBeHidden();
  await way.note();
  await page.getByLabel("Nombre completo").fill("Ana Camino");
  await page.getByLabel("Email").fill(`camino.${stamp}@example.com`);
  await page.getByLabel("Contraseña", { exact: true }).fill("Escalera2026");
  await way.tap(button("Continuar"));
  await expect(page.getByLabel("Teléfono")).toBeVisible();
  await way.note();
  await page.getByLabel("Teléfono").fill("11 4444-2222");
  await fillAndLeave(page.getByRole("combobox", { name: "Barrio" }), "Almagro");
  await way.tap(button("Continuar"));
  await expect(page.getByLabel("Fecha de nacimiento", { exact: true })).toBeVisible();
  await way.note();
  await page.getByRole("checkbox", { name: /^Acepto los/ }).check();
  await way.tap(button("Crear cuenta"));
  await page.waitForURL("**/dashboard/patient/cases");
  await way.tap(button("Crear Caso"));
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("Título")).toBeFocused();
  await expect(form.getByLabel("Barrio")).toHaveValue("Almagro");
  await way.note();
  await page.keyboard.type(`Espalda ${stamp}`);
  await way.tap(form.getByLabel("Descripción"));
  await page.keyboard.type("Me duele al agacharme.");
  await way.tap(form.getByRole("checkbox", { name: /^Consiento/ }));
  await way.tap(form.getByRole("button", { name: "Publicar caso" }));
  await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();
  console.log(
    `the way to a published case: ${way.taps()} taps, ${way.asked.size} questions: ${[...way.asked].join(", ")}`,
  );
  expect(way.taps()).toBeLessThanOrEqual(MOST_TAPS);
  await expect(page.getByRole("listitem").filter({ hasText: `Espalda ${stamp}` })).toContainText("Publicado.");
  await expectAccessible(page);
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
