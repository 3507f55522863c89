import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { acceptedDaysAgo } from "./server-database.ts";
import { expect, expectToFitEverywhere, openAs, signIn, test } from "./page.ts";

const stamp = Date.now().toString(36);
const NO_RECORD =
  /^Esto no es una historia clínica\. (.* lleva la suya|Vos llevás la tuya), como manda la Ley 26\.529\.$/;

const treatmentOf = (page: Page) => page.getByRole("region", { name: "Tratamiento" });
/** The day so many days from another, as "2026-12-03", and as it is typed and told. */
const dayFrom = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const typed = (day: string) => day.split("-").toReversed().join("/");
const told = (day: string) => `${Number(day.slice(8))}/${Number(day.slice(5, 7))}`;

test("a patient and their specialist follow a treatment from its plan to its end, and both read the same", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const url = baseURL!;
  // Each repetition has people of its own.
  const n = test.info().repeatEachIndex;
  const [ana, carla] = [
    like(cast.ana, `Ana Sesiones ${n} ${stamp}`),
    like(cast.carla, `Carla Sesiones ${n} ${stamp}`, { license_number: `S${n} ${stamp}` }),
  ];
  const [patient, specialist] = await Promise.all([enter(url, ana, "sign up"), enterApproved(url, carla)]);
  const { id: case_id } = await patient.api.cases.create({ title: `Rodilla ${stamp}`, description: "Me duele" });
  const { id: match_id } = await specialist.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: match_id });
  const { today } = await patient.api.treatments.read({ match_id });

  await signIn(page, ana, `/dashboard/patient/cases?caso=${case_id}&vista=tratamiento`);
  const kinePage = await openAs(browser, url, carla, `/dashboard/kine/matches?caso=${case_id}&vista=tratamiento`);
  const [own, theirs] = [treatmentOf(page), treatmentOf(kinePage)];
  const bothRead = async (line: string | RegExp) => {
    for (const part of [own, theirs]) await expect(part.getByText(line, { exact: true })).toBeVisible();
  };
  await bothRead(NO_RECORD);
  await bothRead("Todavía no hay sesiones registradas.");

  await theirs.getByLabel("Sesiones del plan").fill("10");
  await theirs.getByRole("button", { name: "Proponer plan" }).click();
  await expect(theirs.getByText("Tu plan de 10 sesiones espera a tu paciente.")).toBeVisible();
  await own.getByRole("button", { name: "Aceptar plan" }).click();
  await bothRead("Todavía no hay sesiones registradas (plan de 10).");

  await theirs.getByRole("button", { name: "Anotar sesión" }).click();
  await bothRead("Sesión 1 de 10.");
  await acceptedDaysAgo(match_id, 3);
  for (const days of [-3, -2, -1]) await specialist.api.treatments.noteSession({ match_id, day: dayFrom(today, days) });
  await bothRead("Sesión 4 de 10.");
  const noted = theirs.getByRole("button", { name: /^Quitar, / });
  await expect(noted, "the first of four is folded").toHaveCount(3);
  await theirs.getByText("1 sesión anterior").click();
  await expect(noted).toHaveCount(4);

  const until = dayFrom(today, 40);
  await own.getByRole("combobox", { name: "Cobertura" }).fill("osd");
  await page.getByRole("option", { name: /^OSDE/ }).first().click();
  await own.getByLabel("Sesiones autorizadas").fill("10");
  await own.getByRole("textbox", { name: "Desde" }).fill(typed(dayFrom(today, -3)));
  await own.getByRole("textbox", { name: "Hasta" }).fill(typed(dayFrom(today, -4)));
  await own.getByRole("button", { name: "Guardar autorización" }).click();
  await expect(own.getByText("Tiene que ser después del comienzo")).toBeVisible();
  // What was typed stays.
  await expect(own.getByRole("combobox", { name: "Cobertura" })).toHaveValue("OSDE");
  await own.getByRole("textbox", { name: "Hasta" }).fill(typed(until));
  await own.getByRole("button", { name: "Guardar autorización" }).click();
  const left = (sessions: number) => `OSDE autorizó 10 hasta el ${told(until)}: quedan ${sessions}.`;
  await bothRead(`Sesión 4 de 10. ${left(6)}`);
  await expectToFitEverywhere(page, own.getByText(NO_RECORD), [360, 1440]);
  await expectToFitEverywhere(kinePage, theirs.getByText(NO_RECORD), [360, 1440]);

  await own
    .getByRole("button", { name: /^No fui/ })
    .last()
    .click();
  await bothRead(`Sesión 3 de 10. ${left(7)}`);
  await bothRead("No cuenta: no coinciden");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    own.getByRole("button", { name: "Planilla de sesiones" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("planilla-de-sesiones.pdf");
  expect(readFileSync(await download.path(), "latin1")).toMatch(/^%PDF/);

  const over = theirs.getByRole("button", { name: "Dar por terminada la autorización de OSDE" });
  const question = kinePage.getByRole("alertdialog", { name: "¿Dar por terminada esta autorización?" });
  await over.click();
  await expect(question).toContainText("La de OSDE deja de contar desde hoy.");
  await question.getByRole("button", { name: "Volver" }).click();
  await bothRead(`Sesión 3 de 10. ${left(7)}`);
  await over.click();
  await question.getByRole("button", { name: "Dar por terminada" }).click();
  await bothRead("Sesión 3 de 10.");

  await theirs.locator("summary", { hasText: "Terminar tratamiento" }).click();
  await theirs.getByLabel("Motivo").selectOption("Completado");
  await theirs.getByRole("button", { name: "Terminar tratamiento" }).click();
  await bothRead("Terminó: Completado.");
  for (const part of [own, theirs]) await expect(part.getByText("Agregar autorización")).toBeHidden();
  await bothRead(NO_RECORD);

  // The sessions outlive the contact, and what the coverage authorised does not: the specialist still has their sheet to sign.
  await patient.api.matches.end({ id: match_id });
  await expect(kinePage.getByText("Del caso quedan acá el título y las fechas")).toBeVisible();
  await expect(theirs.getByText("Sesión 3 de 10.", { exact: true })).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Planilla de sesiones" })).toBeVisible();
});
