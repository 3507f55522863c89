import type { Locator } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { fixtures } from "./fixtures.ts";
import { expect, expectAccessible, fillAndLeave, signIn, test } from "./page.ts";

// The browser logs the refused edit.
test.use({ expectedProblems: [/status of 409/] });

const stamp = Date.now();
const patient = like(cast.ana, `Pilar ${stamp}`);
const kine = like(cast.carla, `Karina ${stamp}`, { license_number: `MN ${stamp}`.slice(0, 16) });

async function typeTime(field: Locator, digits: string) {
  await field.getByRole("spinbutton").first().focus();
  await field.page().keyboard.type(digits);
}

test("a patient changes profile and photo, and then deletes the account", async ({ page, baseURL }) => {
  const { api } = await enter(baseURL!, patient, "sign up");
  await signIn(page, patient);
  await page.getByRole("button", { name: "Menú de usuario" }).click();
  await page.getByRole("menuitem", { name: "Mi Perfil" }).click();
  await expect(page.getByRole("heading", { name: "Mi Perfil" })).toBeVisible();
  await expect(page).toHaveTitle("Kinexo | Perfil");
  await expect(page.getByLabel("Email")).toHaveAttribute("readonly", "");
  await expect(page.getByText(/Edad: \d\d años/)).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Foto de perfil").setInputFiles(fixtures.pdf);
  await expect(page.getByText("Por favor selecciona una imagen válida").first()).toBeVisible();
  await page.getByLabel("Foto de perfil").setInputFiles(fixtures.photo);
  await expect(page.getByText("Foto actualizada exitosamente")).toBeVisible();

  await page.getByLabel("Nombre completo").fill("  ");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("El nombre es requerido")).toBeVisible();
  await expect(page.getByLabel("Nombre completo")).toBeFocused();
  await page.getByLabel("Nombre completo").fill("Pilar Nueva");
  await page.getByLabel("Barrio").fill("");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Perfil actualizado exitosamente")).toBeVisible();
  await expect(page.getByRole("banner").getByText("Pilar Nueva")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Nombre completo")).toHaveValue("Pilar Nueva");
  await expect(page.getByLabel("Barrio")).toHaveValue("");

  const phone = page.getByLabel("Teléfono");
  await fillAndLeave(phone, "11 4444-9876");
  await expect(page.getByText("Guardado", { exact: true })).toBeVisible();
  expect(await api.profiles.mine()).toMatchObject({ phone: "11 4444-9876", name: "Pilar Nueva" });
  await fillAndLeave(phone, "123");
  await expect(phone).toHaveAccessibleDescription(/Teléfono inválido/);
  expect((await api.profiles.mine()).phone).toBe("11 4444-9876");
  await fillAndLeave(phone, "11 4444-9876");
  await expect(page.getByText("Teléfono inválido")).toHaveCount(0);

  const { version } = await api.profiles.mine();
  await api.profiles.update({ name: "Pilar En Otra Pestaña", version });
  await fillAndLeave(page.getByRole("combobox", { name: "Barrio" }), "Boedo");
  const changed = page.getByRole("alert", { name: "Tu perfil cambió mientras lo editabas." });
  await expect(changed.getByText("Pilar En Otra Pestaña")).toBeVisible();
  await expect(page.getByLabel("Barrio")).toHaveValue("Boedo");
  await expectAccessible(page);
  await changed.getByRole("button", { name: "Usar lo guardado" }).click();
  await expect(page.getByLabel("Nombre completo")).toHaveValue("Pilar En Otra Pestaña");

  await page.getByRole("button", { name: "Eliminar cuenta" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Descargar mis datos" })).toBeVisible();
  await expect(question.getByText("Las reseñas que escribiste quedan publicadas sin tu nombre")).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: "Eliminar cuenta" }).click();
  await question.getByRole("button", { name: "Sí, eliminar mi cuenta" }).click();
  await expect(page.getByText("Cuenta eliminada exitosamente")).toBeVisible();
  await expect(page.getByText("Tu cuenta ya no existe")).toBeHidden();
  await page.waitForURL((url) => url.pathname === "/");
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).concat(Object.keys(sessionStorage))))
    .toEqual([]);
  await page.goto("/dashboard");
  await page.waitForURL("**/auth");
});

test("a specialist changes the professional profile and the weekly hours, which the public profile shows", async ({
  page,
  baseURL,
}) => {
  const { id } = await enterApproved(baseURL!, kine);
  await signIn(page, kine);
  await page.getByRole("link", { name: "Mi Perfil" }).click();
  await expect(page.getByRole("heading", { name: "Mi Perfil Profesional" })).toBeVisible();
  await expect(page.getByLabel("Matrícula")).toHaveValue(String(kine.metadata["license_number"]));
  await page.getByRole("checkbox", { name: "Online" }).check();
  await page.getByRole("textbox", { name: "Sobre mí" }).fill("Rodilla y columna");
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.getByText("Perfil actualizado exitosamente")).toBeVisible();

  const parts = page.getByRole("navigation", { name: "Partes de tu perfil" });
  await parts.getByRole("link", { name: /^Horarios Sin cargar/ }).click();
  const monday = page.getByRole("group", { name: "Lunes" });
  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Agregar horario el lunes" }).click();
    // Presses before the next paint count as one.
    await expect(monday.getByRole("group", { name: "Desde" })).toHaveCount(count);
  }
  await typeTime(monday.getByRole("group", { name: "Desde" }).nth(1), "1200");
  await page.getByRole("button", { name: "Guardar horarios" }).click();
  await expect(monday.getByText("Se superpone con otro horario del mismo día").first()).toBeVisible();
  await expectAccessible(page);
  await typeTime(monday.getByRole("group", { name: "Desde" }).nth(1), "1600");
  await page.getByRole("button", { name: "Guardar horarios" }).click();
  await expect(page.getByText("Horarios actualizados exitosamente")).toBeVisible();
  await page.goto(`/kines/${id}`);
  await expect(page.getByText("Rodilla y columna").first()).toBeVisible();
  await expect(page.getByText("09:00 a 13:00")).toBeVisible();
  await expect(page.getByText("16:00 a 18:00")).toBeVisible();
});
