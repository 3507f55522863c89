import { cast } from "../../app/demo/cast.ts";
import { finishedLinks } from "../../app/domain/treatments/finished-link.server.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectToFitEverywhere, signIn, test } from "./page.ts";
import { askWhetherFinished, secretOf } from "./server-database.ts";

const stamp = Date.now().toString(36);

test("opening the link of '¿Terminaste?' changes nothing; its yes ends the treatment and leads to the last measure", async ({
  page,
  baseURL,
}) => {
  const n = test.info().repeatEachIndex;
  const [ana, carla] = [
    like(cast.ana, `Ana Termina ${n} ${stamp}`),
    like(cast.carla, `Carla Termina ${n} ${stamp}`, { license_number: `T${n} ${stamp}` }),
  ];
  const [patient, specialist] = await Promise.all([enter(baseURL!, ana, "sign up"), enterApproved(baseURL!, carla)]);
  const { id } = await patient.api.cases.create({ title: `Codo ${stamp}`, description: "Me duele" });
  const { id: match_id } = await specialist.api.matches.apply({ case_id: id });
  await patient.api.matches.accept({ id: match_id });
  const askedAt = Date.now();
  await askWhetherFinished(id, askedAt);
  const secret = secretOf();
  const token = finishedLinks.token(secret, { id, askedAt, address: finishedLinks.addressHash(secret, ana.email) });
  await signIn(page, ana, "/dashboard/patient/cases");
  await page.goto(`/termine#${token}`);
  await expect(page.getByRole("heading", { name: "¿Terminaste?" })).toBeVisible();
  await expectToFitEverywhere(page, page.locator("h1"), [360, 1440]);
  expect(await patient.api.treatments.read({ match_id })).toMatchObject({ is_open: true });
  await page.getByRole("button", { name: "Sí, terminé" }).click();
  await expect(page.getByRole("heading", { name: "Listo, terminaste" })).toBeVisible();
  expect(await patient.api.treatments.read({ match_id })).toMatchObject({ is_open: false, end_reason: "completed" });
  await page.getByRole("link", { name: "Contar cómo quedé" }).click();
  const own = page.getByRole("region", { name: "Cómo venís" });
  await own.getByLabel("¿Cuánto te duele hoy?").selectOption("2");
  await own.getByRole("button", { name: "Guardar", exact: true }).click();
  await expect(own.locator("[data-series]")).toHaveText("2");
  expect((await patient.api.measures.list({ case_id: id })).measures).toMatchObject([{ moment: "end", pain: 2 }]);
  await expect(page.getByRole("button", { name: "Cerrar Caso y Dejar Review" })).toBeVisible();
});
