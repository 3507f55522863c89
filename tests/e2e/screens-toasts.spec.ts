import { expect, type Locator } from "@playwright/test";
import { tellCase } from "./tell-case.ts";
import { fixtures } from "./fixtures.ts";
import { breakDown } from "./screens.look.ts";
import { test } from "./screens.fixture.ts";

const phone = { width: 360, height: 740 };

/** Expects that two elements do not overlap. */
async function expectApart(first: Locator, second: Locator) {
  await expect(first).toBeVisible();
  await expect(async () => {
    const [a, b] = [await first.boundingBox(), await second.boundingBox()];
    expect(a!.y + a!.height <= b!.y || b!.y + b!.height <= a!.y, `${JSON.stringify(a)} ${JSON.stringify(b)}`).toBe(
      true,
    );
  }).toPass({ timeout: 3_000 });
}

test("on a phone what is said in passing covers neither the title nor the buttons of a form that failed", async ({
  pages,
}) => {
  const page = await pages.pageOf("patient");
  await page.setViewportSize(phone);
  const said = page.locator("[data-sonner-toast]");
  await page.goto("/dashboard/patient/profile");
  await page.getByLabel("Foto de perfil").setInputFiles(fixtures.photo);
  await expect(said).toContainText("Foto actualizada exitosamente");
  await expectApart(said, page.getByRole("heading", { level: 1 }));

  await page.goto("/dashboard/patient/cases?nuevo=1");
  const form = page.getByRole("dialog");
  await tellCase(form, { words: "Me duele", title: "Codo" });
  const mend = await breakDown(page, "cases/create");
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(said).toContainText("Error al crear caso: Algo salió mal");
  await expectApart(said, form.getByRole("button", { name: "Publicar caso" }));
  await expectApart(said, form.getByRole("heading", { name: "Crear Caso" }));
  mend();
  pages.forgive(/status of 500/);
});

test("on a phone what is said when a dialog closes over another covers neither the title of the one that stays nor a phone number", async ({
  pages,
  server,
}) => {
  const { patient, kine } = server.people;
  const { id: case_id } = await patient.api.cases.create({ title: "Hombro que cruje", description: "Me duele" });
  await kine.api.matches.apply({ case_id });
  const page = await pages.pageOf("patient");
  await page.setViewportSize(phone);
  await page.goto(`/dashboard/patient/cases?caso=${case_id}`);
  await page.getByRole("button", { name: "Aceptar" }).click();
  await page.getByRole("button", { name: /^Sí, elegir/ }).click();
  const said = page.locator("[data-sonner-toast]");
  await expect(said).toContainText("¡Especialista aceptado!");
  await expectApart(said, page.getByRole("dialog").getByRole("heading", { name: "Hombro que cruje" }));
  for (const kept of await page.getByRole("dialog").locator("[data-uncovered]").all()) await expectApart(said, kept);
});

test("what is said in a case can be pressed, although the code of what is said came while a question lay over the case", async ({
  pages,
  server,
}) => {
  const { patient, kine } = server.people;
  const { id: case_id } = await patient.api.cases.create({ title: "Muñeca que cruje", description: "Me duele" });
  await kine.api.matches.apply({ case_id });
  const page = await pages.pageOf("patient");
  const asked = Promise.withResolvers<void>();
  await page.route("**/assets/toaster-*.js", async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.goto(`/dashboard/patient/cases?caso=${case_id}`);
  await page.getByRole("button", { name: "Aceptar" }).click();
  await expect(page.getByRole("button", { name: /^Sí, elegir/ })).toBeVisible();
  const loaded = page.waitForResponse("**/assets/toaster-*.js");
  asked.resolve();
  await loaded;
  await expect(page.locator("section[aria-label^='Avisos']")).toBeAttached();
  await page.getByRole("button", { name: /^Sí, elegir/ }).click();
  await page.getByRole("button", { name: "Ver perfil" }).click();
  await page.waitForURL(`**/kines/${kine.id}`);
});

test("what went well takes back what was said to have failed", async ({ pages }) => {
  const page = await pages.pageOf("patient");
  await page.goto("/dashboard/patient/profile");
  const photo = page.getByLabel("Foto de perfil");
  await photo.setInputFiles(fixtures.textAsPng);
  const said = page.locator("[data-sonner-toast][data-removed=false]");
  const failed = said.filter({ has: page.getByRole("alert") });
  await expect(failed).toHaveCount(1);
  pages.forgive(/status of 415/);
  await photo.setInputFiles(fixtures.photo);
  await expect(said.filter({ hasText: "Foto actualizada exitosamente" })).toBeVisible();
  await expect(failed).toHaveCount(0);
});

test("Tab leads past what is said in passing, and dismissing it leaves the focus in the page", async ({ pages }) => {
  const page = await pages.pageOf("patient");
  await page.goto("/dashboard/patient/profile");
  await page.getByLabel("Foto de perfil").setInputFiles(fixtures.photo);
  const dismiss = page.getByRole("button", { name: "Descartar aviso" });
  await dismiss.focus();
  await page.keyboard.press("Tab");
  await expect(dismiss).toBeVisible();
  await expect(page.locator("[data-sonner-toaster] *:focus")).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Ir al contenido" })).toBeFocused();
  await dismiss.focus();
  await page.keyboard.press("Enter");
  await expect(dismiss).toBeHidden();
  await expect(page.locator("main")).toBeFocused();
});
