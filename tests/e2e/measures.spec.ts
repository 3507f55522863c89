import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectToFitEverywhere, openAs, signIn, test } from "./page.ts";

const stamp = Date.now().toString(36);
const NO_RECORD =
  /^Esto no es una historia clínica\. (.* lleva la suya|Vos llevás la tuya), como manda la Ley 26\.529\.$/;

/** Presses a key until the focus is where it should be. */
async function tabTo(page: Page, label: string): Promise<void> {
  const target = page.getByRole("combobox", { name: label, exact: true });
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}

test("a patient says how they are by keyboard alone, and reads who looked at it", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const url = baseURL!;
  // Each repetition has people of its own.
  const n = test.info().repeatEachIndex;
  const name = `Carla Medidas ${n} ${stamp}`;
  const [ana, carla] = [
    like(cast.ana, `Ana Medidas ${n} ${stamp}`),
    like(cast.carla, name, { license_number: `M${n} ${stamp}` }),
  ];
  const [patient, specialist] = await Promise.all([enter(url, ana, "sign up"), enterApproved(url, carla)]);
  const { id: case_id } = await patient.api.cases.create({
    title: `Rodilla ${stamp}`,
    description: "Me duele",
    facts: { pain: 7, activities: [{ name: "Subir escaleras", score: 3 }] },
  });
  const { id: match_id } = await specialist.api.matches.apply({ case_id });
  await patient.api.matches.accept({ id: match_id });

  await signIn(page, ana, `/dashboard/patient/cases?caso=${case_id}&medida=nueva`);
  const own = page.getByRole("region", { name: "Cómo venís" });
  const form = own.getByRole("button", { name: "Corregir lo de hoy" });
  // The case was published today: its facts are today's measure.
  await expect(form).toBeVisible();
  await expect(own.getByText(NO_RECORD)).toBeVisible();
  await own.getByLabel("¿Cuánto te duele hoy?").focus();
  await page.keyboard.press("4");
  await tabTo(page, "Subir escaleras");
  await page.keyboard.press("8");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await patient.api.measures.list({ case_id })).measures)
    .toMatchObject([{ pain: 4, scores: [8] }]);
  await expect(own.locator("[data-series]").first()).toHaveText("4");

  const kinePage = await openAs(browser, url, carla, `/dashboard/kine/matches?caso=${case_id}&vista=tratamiento`);
  await kinePage.getByRole("button", { name: "Ver cómo viene" }).click();
  const theirs = kinePage.getByRole("group", { name: "Cómo viene tu paciente" });
  await theirs.getByText("Ver como tabla").first().click();
  await expect(theirs.getByRole("cell", { name: "4", exact: true })).toBeVisible();
  await expectToFitEverywhere(kinePage, theirs, [360, 1440]);

  await page.reload();
  await expect(own.getByText(`${name} lo miró el `)).toBeVisible();
  await expectToFitEverywhere(page, own.getByText(NO_RECORD), [360, 1440]);
  await own.getByText("Lo que contaste").click();
  await own.getByRole("button", { name: /^Borrar lo del/ }).click();
  await page.getByRole("button", { name: "Sí, borrarlo" }).click();
  await expect(own.locator("[data-series]")).toHaveCount(0);
});
