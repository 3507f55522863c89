import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { expectAccessible, openAs, test } from "./page.ts";

test("an admin reads the audit, narrows it by event and person, and downloads it", async ({ browser, baseURL }) => {
  const member = like(cast.diego, `Diego Audita ${Date.now()}`, { license_number: `A ${Date.now()}` });
  const { id } = await enter(baseURL!, member, "sign up");
  const elena = await enter(baseURL!, cast.elena, "sign in");
  const entry = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id);
  await elena.api.kineApplications.reject({ id: entry?.id ?? "", reason: "La matrícula no figura en el registro." });
  for (const value of [27, null]) await elena.api.settings.change({ key: "backup_max_hours", value });
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/users");
  await page.getByRole("link", { name: "Auditoría" }).click();
  await expect(page.getByRole("rowheader", { name: "Ingresó" }).first()).toBeVisible();
  await page.getByLabel("Buscar por nombre, teléfono o parte del email").fill(member.email);
  await page.getByLabel("Qué pasó").selectOption("Solicitud decidida");
  const event = page.getByRole("row").filter({ hasText: String(member.metadata["name"]) });
  await expect(event).toHaveCount(1);
  await expect(event).toContainText("La matrícula no figura en el registro.");
  await expectAccessible(page);
  await page.getByLabel("Buscar por nombre, teléfono o parte del email").fill(cast.elena.email);
  await page.getByLabel("Qué pasó").selectOption("Ajuste cambiado");
  await expect(page.getByRole("row").nth(1)).toContainText("Horas que puede tener la última copia: 27 → 26");
  await page.getByLabel("Buscar por nombre, teléfono o parte del email").fill(member.email);
  await page.getByLabel("Qué pasó").selectOption("Solicitud decidida");
  await expect(event).toHaveCount(1);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Descargar CSV" }).click(),
  ]);
  expect(
    readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n"),
  ).toHaveLength(2);
});
