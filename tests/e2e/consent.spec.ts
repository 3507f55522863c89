import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { fixtures } from "./fixtures.ts";
import { expectAccessible, openAs, test } from "./page.ts";

const NEEDED =
  "Para publicar casos, subir estudios y escribir mensajes necesitamos tu consentimiento para usar tus datos de salud.";

test("the consent is asked for unticked and apart, read in a dialog, taken back in the profile, and asked for again", async ({
  browser,
  baseURL,
}) => {
  const member = like(cast.ana, `Ana Consiente ${Date.now()}`);
  const { api } = await enter(baseURL!, member, "sign up");
  await api.consents.withdrawHealth();
  const page = await openAs(browser, baseURL!, member, "/dashboard/patient/cases?nuevo=1");
  const form = page.getByRole("dialog", { name: "Crear Caso" });
  const box = form.getByRole("checkbox", { name: /^Consiento que se usen mis datos de salud/ });
  await expect(box).not.toBeChecked();
  await form.getByLabel("Título").fill("Rodilla");
  await form.getByLabel("Descripción").fill("Me duele");
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(form.getByText(NEEDED)).toBeVisible();
  await expect(box).toBeFocused();
  await expectAccessible(page);

  await form.getByRole("button", { name: "Leer el consentimiento" }).click();
  const text = page.getByRole("dialog", { name: "Tus datos de salud" });
  await expect(text.getByRole("heading", { name: "Cómo lo retirás" })).toBeVisible();
  await expectAccessible(page);
  await text.getByRole("button", { name: "Entendido" }).click();
  // The closed dialog gives the focus back a moment later.
  await expect(form.getByRole("button", { name: "Leer el consentimiento" })).toBeFocused();
  await box.focus();
  await page.keyboard.press("Space");
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(page.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();

  await page.goto("/dashboard/patient/cases?nuevo=1");
  await expect(form.getByLabel("Título")).toBeVisible();
  await expect(box).toBeHidden();
  await page.goto("/dashboard/patient/profile#salud");
  await expect(page.getByText(/^Diste tu consentimiento el/)).toBeVisible();
  await page.getByRole("button", { name: "Retirar consentimiento" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sí, retirarlo" }).click();
  await expect(page.getByText("Retiraste tu consentimiento", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Retiraste tu consentimiento el/)).toBeVisible();
  await page.goto("/dashboard/patient/cases?nuevo=1");
  await expect(box).not.toBeChecked();
  await page.goto("/dashboard/patient/cases");
  await expect(page.getByText("Todavía no publicaste ningún caso")).toBeVisible();
});

test("who gave the consent as a patient takes it back in the profile of another role, and who never gave it reads nothing of it", async ({
  browser,
  baseURL,
}) => {
  const stamp = Date.now().toString(36);
  const member = like(cast.ana, `Ana Cambia ${stamp}`);
  const { id } = await enter(baseURL!, member, "sign up");
  const elena = await enter(baseURL!, cast.elena, "sign in");
  await elena.api.accounts.assignRole({ user_id: id, role: "kine" });
  const page = await openAs(browser, baseURL!, member, "/dashboard/kine/profile");
  await expect(page.getByText(/^Diste tu consentimiento el/)).toBeVisible();
  await page.getByRole("button", { name: "Retirar consentimiento" }).click();
  await page.getByRole("button", { name: "Sí, retirarlo" }).click();
  await expect(page.getByText(/^Retiraste tu consentimiento el/)).toBeVisible();

  const kine = like(cast.carla, `Carla Nunca ${stamp}`, { license_number: `NU ${stamp}`.slice(0, 14) });
  await enterApproved(baseURL!, kine);
  const other = await openAs(browser, baseURL!, kine, "/dashboard/kine/profile");
  const read = other.waitForResponse(/consents.health/);
  await other.reload();
  await read;
  await expect(other.getByLabel("Nombre completo")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Tus datos de salud" })).toHaveCount(0);
  await Promise.all([page.context().close(), other.context().close()]);
});

test("why the data are asked for stands at the sign-up, at a case and at its studies", async ({
  browser,
  baseURL,
  page,
}) => {
  await page.goto("/auth?mode=signup");
  await expect(page.getByText("Usamos estos datos para crear tu cuenta", { exact: false })).toBeVisible();
  const member = like(cast.ana, `Ana Pregunta ${Date.now()}`);
  await enter(baseURL!, member, "sign up");
  const own = await openAs(browser, baseURL!, member, "/dashboard/patient/cases?nuevo=1");
  await expect(
    own.getByText("Usamos lo que contás acá solo para que los especialistas que aprobamos", { exact: false }),
  ).toBeVisible();
  await expect(
    own.getByText("Los estudios solo sirven para evaluar y atender este caso.", { exact: false }),
  ).toBeVisible();
});

test("a patient reads in the case who opened which study, and when", async ({ browser, baseURL }) => {
  const stamp = Date.now();
  const [ana, carla] = [
    like(cast.ana, `Ana Mira ${stamp}`),
    like(cast.carla, `Carla Abre ${stamp}`, { license_number: `V ${stamp}` }),
  ];
  const { api, token } = await enter(baseURL!, ana, "sign up");
  await enterApproved(baseURL!, carla);
  const { id } = await api.cases.create({ title: `Vistas ${stamp}`, description: "Me duele" });
  const headers = { authorization: `Bearer ${await token()}` };
  await fetch(`${baseURL}/files/case-studies/${id}?name=a.png`, {
    method: "PUT",
    body: readFileSync(fixtures.png),
    headers,
  });
  const page = await openAs(browser, baseURL!, ana, `/dashboard/patient/cases?caso=${id}`);
  const views = page.getByRole("region", { name: "Quién vio tus estudios" });
  await expect(views.getByText("Todavía nadie los abrió.")).toBeVisible();
  const kine = await openAs(browser, baseURL!, carla, `/dashboard/kine/cases?caso=${id}`);
  await kine.getByRole("button", { name: "Abrir estudio 1" }).click();
  await expect(kine.getByRole("dialog", { name: "Estudio 1" }).getByRole("img")).toBeVisible();
  await page.reload();
  await expect(views.getByRole("listitem")).toHaveCount(1);
  await expect(views.getByText(`Carla Abre ${stamp}`)).toBeVisible();
  await expect(views.getByText(/Estudio 1/)).toBeVisible();
  await expectAccessible(page);
});
