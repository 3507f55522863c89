import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, openAs, test } from "./page.ts";

const stamp = String(Date.now()).slice(-5);
const PHONE = { width: 360, height: 740 };
const SOON = { timeout: 20_000 };

test("two phones side by side: a question, its answer, a changed offer, a comparison, and an acceptance that opens the contact data", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const ana = like(cast.ana, `Ana Elige ${stamp}`, { phone: "+54 9 11 4444-5566" });
  const [carla, rita] = ["Carla", "Rita"].map((name) =>
    like(cast.carla, `${name} Ofrece ${stamp}`, { license_number: `${name} ${stamp}` }),
  );
  const patient = await enter(baseURL!, ana, "sign up");
  const kine = await enterApproved(baseURL!, carla!);
  const second = await enterApproved(baseURL!, rita!);
  const { id } = await patient.api.cases.create({ title: `Cadera ${stamp}`, description: "Me duele al subir" });
  const place = "Consultorio, 11 5555-8190";
  await kine.api.matches.apply({ case_id: id, message: "Puedo", offer: { session: 30_000, place } });
  await second.api.matches.apply({ case_id: id, message: "Puedo", offer: { session: 25_000 } });

  const page = await openAs(browser, baseURL!, ana, `/dashboard/patient/cases?caso=${id}`);
  const other = await openAs(browser, baseURL!, carla!, `/dashboard/kine/cases?caso=${id}`);
  for (const each of [page, other]) await each.setViewportSize(PHONE);

  await page.getByRole("button", { name: `Mensajes con Carla Ofrece ${stamp}` }).click();
  const withCarla = page.getByRole("dialog", { name: /^Mensajes con/ });
  await withCarla.getByLabel("Mensaje", { exact: true }).fill("¿Cuánto sale la sesión?");
  await withCarla.getByRole("button", { name: "Enviar" }).click();
  await other.getByRole("button", { name: /^Mensajes sobre/ }).click();
  const withAna = other.getByRole("dialog", { name: /^Mensajes sobre/ });
  await expect(withAna.getByRole("log")).toContainText("¿Cuánto sale la sesión?", SOON);
  await withAna.getByLabel("Mensaje", { exact: true }).fill("La bajé, mirá la propuesta.");
  await withAna.getByRole("button", { name: "Enviar" }).click();
  await expect(withCarla.getByText("La bajé, mirá la propuesta.")).toBeVisible(SOON);
  await other.keyboard.press("Escape");
  await expect(withAna).toBeHidden();
  await other.getByRole("button", { name: "Cambiar propuesta" }).click();
  await other.getByLabel("Precio de una sesión").fill("20000");
  await other.getByRole("button", { name: "Guardar propuesta" }).click();
  await expect(other.getByText("Propuesta actualizada")).toBeVisible();

  await page.keyboard.press("Escape");
  await expect(withCarla).toBeHidden();
  await expect(page.getByText("$20.000")).toBeVisible(SOON);
  await page.getByRole("button", { name: "Comparar" }).click();
  const comparison = page.getByRole("dialog", { name: "Comparar postulaciones" });
  await comparison.getByRole("radiogroup", { name: "Ordenar por" }).getByLabel("Precio").check();
  await expect(comparison.getByRole("heading", { level: 3 })).toHaveText([/^Carla/, /^Rita/]);
  const ofCarla = comparison.getByRole("listitem").filter({ hasText: "Carla Ofrece" });
  await expect(ofCarla).toContainText("Consultorio, ••••");
  await expect(other.getByText("4444-5566")).toHaveCount(0);
  await ofCarla.getByRole("button", { name: "Aceptar" }).click();
  await expect(ofCarla).toContainText("Aceptado", SOON);
  await expect(ofCarla).toContainText(place);
  await page.keyboard.press("Escape");
  await expect(comparison).toBeHidden();
  await expect(page.getByRole("region", { name: `Contacto de Carla Ofrece ${stamp}` })).toBeVisible();
  await expect(other.getByText("4444-5566")).toBeVisible(SOON);
});
