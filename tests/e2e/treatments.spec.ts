import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { wallTimeIn } from "../bookings/agenda.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectAccessible, openAs, signIn, test } from "./page.ts";

const stamp = String(Date.now()).slice(-6);
/** A change arrives by the stream; other tests may slow the machine down. */
const SOON = { timeout: 20_000 };

const treatmentOf = (page: Page) => page.getByRole("region", { name: "Tratamiento" });

test("a plan is proposed and accepted, a session is noted, and what the patient disputes counts for neither", async ({
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

  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, ana, `/dashboard/patient/cases?caso=${case_id}`);
  const kinePage = await openAs(browser, url, carla, `/dashboard/kine/matches?caso=${case_id}`);
  const [own, theirs] = [treatmentOf(page), treatmentOf(kinePage)];
  await expect(own.getByText("Esto no es una historia clínica.")).toBeVisible(SOON);
  const bothRead = async (line: string) => {
    for (const part of [own, theirs]) await expect(part.getByText(line, { exact: true })).toBeVisible(SOON);
  };
  await bothRead("Todavía no hay sesiones registradas.");

  await theirs.getByText("Sesiones y autorizaciones").click();
  await theirs.getByLabel("Sesiones del plan").fill("10");
  await theirs.getByRole("button", { name: "Proponer plan" }).click();
  await expect(theirs.getByText("Tu plan de 10 sesiones espera a tu paciente.")).toBeVisible(SOON);
  await own.getByRole("button", { name: "Aceptar plan" }).click(SOON);
  await bothRead("Todavía no hay sesiones registradas (plan de 10).");

  await theirs.getByRole("button", { name: "Anotar sesión" }).click();
  await bothRead("Sesión 1 de 10.");
  await specialist.api.treatments.noteSession({ match_id, day: wallTimeIn(-1, "12:00").slice(0, 10) });
  await bothRead("Sesión 2 de 10.");
  await own.getByText("Sesiones y autorizaciones").click();
  await own
    .getByRole("button", { name: /^No fui/ })
    .first()
    .click();
  await bothRead("Sesión 1 de 10.");
  await expect(theirs.getByText("No cuenta: no coinciden")).toBeVisible(SOON);
  await expectAccessible(page);
  await expectAccessible(kinePage);
});
