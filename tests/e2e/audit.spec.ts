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
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/users");
  await page.getByRole("link", { name: "Auditoría" }).click();
  await expect(page.getByRole("rowheader", { name: "Ingresó" }).first()).toBeVisible();
  await page.getByLabel("Buscar por nombre, teléfono o parte del email").fill(member.email);
  await page.getByLabel("Qué pasó").selectOption("Solicitud decidida");
  const event = page.getByRole("row").filter({ hasText: String(member.metadata["name"]) });
  await expect(event).toHaveCount(1);
  await expect(event).toContainText("La matrícula no figura en el registro.");
  await expectAccessible(page);
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
