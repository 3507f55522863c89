import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { unzip } from "../support/unzip.ts";
import { expectAccessible, openAs, test } from "./page.ts";

test("a person downloads their data from Seguridad", async ({ browser, baseURL }) => {
  const member = like(cast.ana, `Ana Descarga ${Date.now()}`);
  await enter(baseURL!, member, "sign up");
  const page = await openAs(browser, baseURL!, member, "/dashboard/patient/security");
  await page.getByRole("heading", { name: "Tus datos" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Descargar mis datos" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("mis-datos.zip");
  const files = unzip(readFileSync(await download.path()));
  expect(JSON.parse(files.get("datos.json")!.toString())).toMatchObject({ perfil: [{ email: member.email }] });
  await expect(page.getByText("Tu descarga está en camino")).toBeVisible();
  await expectAccessible(page);
});
