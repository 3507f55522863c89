import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";

// Too few digits to be taken for a phone number.
const stamp = String(Date.now()).slice(-5);

test("whoever writes contact data into a case or an application is told who reads them, and may send it", async ({
  browser,
  baseURL,
}) => {
  const [ana, carla] = [
    like(cast.ana, `Ana Reservada ${stamp}`),
    like(cast.carla, `Carla Reservada ${stamp}`, { license_number: `R ${stamp}` }),
  ];
  await Promise.all([enter(baseURL!, ana, "sign up"), enterApproved(baseURL!, carla)]);
  const patient = await openAs(browser, baseURL!, ana, "/dashboard/patient/cases");
  await patient.getByRole("button", { name: "Crear Caso" }).first().click();
  const form = patient.getByRole("dialog");
  await form.getByLabel("Título").fill(`Rodilla ${stamp}`);
  await form.getByLabel("Descripción").fill("Hago 3 series de 15 desde el 12/11/2026, pagué $25.000.");
  const notice = form.getByRole("status").filter({ hasText: "En el texto parece haber" });
  await expect(notice).toHaveCount(0);
  await form.getByLabel("Descripción").fill("Escribime al once 4444 dos dos dos dos o a ana arroba gmail punto com");
  await expect(notice).toContainText(
    "En el texto parece haber un teléfono y un email. Los especialistas lo leen como ••••",
  );
  await expectAccessible(patient);
  await form.getByLabel("Descripción").fill("Escribime al once 4444 dos dos dos dos");
  await expect(notice).toContainText("En el texto parece haber un teléfono.");
  await form.getByRole("button", { name: "Publicar caso" }).click();
  await expect(patient.getByText("Tu caso fue creado. Los especialistas ahora pueden postularse.")).toBeVisible();

  const kine = await openAs(browser, baseURL!, carla, "/dashboard/kine/cases");
  await kine.getByText(`Rodilla ${stamp}`).click();
  await kine.getByRole("button", { name: "Postularme a este caso" }).click();
  await kine.getByLabel("Mensaje").fill("Hola, mi instagram es carla.kine");
  await expect(kine.getByRole("status").filter({ hasText: "un usuario de una red social" })).toContainText(
    "Cuando el paciente te acepte, cada uno ve el teléfono del otro",
  );
});
