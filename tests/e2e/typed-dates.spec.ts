import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { expect, expectAccessible, signIn, test } from "./page.ts";

const stamp = Date.now();

test("a birth date that is half typed or no day of the calendar is not saved, and a pasted one is", async ({
  page,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Nace ${stamp}`);
  const { api } = await enter(baseURL!, ana, "sign up");
  await signIn(page, ana);
  await page.getByRole("navigation", { name: "Secciones" }).getByRole("link", { name: "Mi Perfil" }).click();
  const birth = page.getByLabel("Fecha de nacimiento", { exact: true });
  await expect(birth).toHaveValue("14/03/1961");
  for (const typed of ["14/03", "14/03/90", "31/02/1990"]) {
    await birth.fill(typed);
    await page.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(birth).toHaveAccessibleDescription(/Fecha inválida/);
    await expect(birth).toBeFocused();
    await expect(birth).toHaveValue(typed);
    await expect(page.getByText(/^Edad:/)).toBeHidden();
  }
  expect((await api.profiles.mine()).birth_date).toBe("1961-03-14");
  await birth.fill("");
  await birth.pressSequentially("1-5-1990");
  await birth.blur();
  await expect(birth).toHaveValue("01/05/1990");
  await expect(page.getByText(/^Edad: \d\d años/)).toBeVisible();
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Perfil actualizado exitosamente")).toBeVisible();
  expect((await api.profiles.mine()).birth_date).toBe("1990-05-01");
});

test("the calendar opens at the date that is typed, and what is chosen there is in the field", async ({
  page,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Calendario ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  await signIn(page, ana, "/dashboard/patient/profile");
  await page.getByRole("button", { name: "Abrir el calendario: Fecha de nacimiento" }).click();
  const calendar = page.getByRole("dialog", { name: "Calendario" });
  await expect(calendar.getByRole("combobox").last()).toHaveValue(/\d/);
  await expectAccessible(page, ["aria-hidden-focus", "page-has-heading-one", "region"]);
  await calendar.getByRole("button", { name: /20 de marzo de 1961/ }).click();
  await expect(page.getByLabel("Fecha de nacimiento", { exact: true })).toHaveValue("20/03/1961");
});

test("a phone without its area code is asked for it, and taken as it is", async ({ page, baseURL }) => {
  const ana = like(cast.ana, `Ana Zona ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  await signIn(page, ana, "/dashboard/patient/profile");
  const phone = page.getByLabel("Teléfono");
  await phone.fill("5555-5555");
  await expect(page.getByText(/Sumale el código de área/)).toBeVisible();
  await phone.fill("351 555-1234");
  await expect(page.getByText(/Sumale el código de área/)).toBeHidden();
});
