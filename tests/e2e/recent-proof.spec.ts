import type { Page } from "@playwright/test";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { expect, expectAccessible, openAs, signIn, test } from "./page.ts";
import { openRole } from "./open-role.ts";
import { ageSignIns, confirmAddress } from "./server-database.ts";

// The browser logs the refusals for a missing proof and for the wrong password.
test.use({ expectedProblems: [/status of 403/] });

const stamp = Date.now();
const proofOf = (page: Page) => page.getByRole("dialog", { name: "Confirmá que sos vos" });

async function confirm(page: Page, { password }: CastMember) {
  const field = proofOf(page).getByLabel("Contraseña", { exact: true });
  await expect(field).toBeFocused();
  await field.fill(password);
  await page.keyboard.press("Enter");
  await expect(proofOf(page)).toBeHidden();
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("an old session deletes its account after the password, and nothing without it", async ({ page, baseURL }) => {
    const person = like(cast.ana, `Ana Vieja ${stamp}`);
    const { api } = await enter(baseURL!, person, "sign up");
    await signIn(page, person, "/dashboard/patient/profile");
    await page.getByRole("button", { name: "Eliminar cuenta" }).click();
    await ageSignIns(person.email);
    const sure = page.getByRole("button", { name: "Sí, eliminar mi cuenta" });
    await sure.click();
    await expect(proofOf(page).getByLabel("Contraseña", { exact: true })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(proofOf(page)).toBeHidden();
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(page.getByText("Error al eliminar la cuenta", { exact: false })).toBeHidden();
    expect((await api.accounts.me()).email).toBe(person.email);

    await page.getByRole("button", { name: "Eliminar cuenta" }).click();
    await sure.click();
    await proofOf(page).getByLabel("Contraseña", { exact: true }).fill("No es esta 1");
    await page.keyboard.press("Enter");
    await expect(proofOf(page).getByText("La contraseña no es correcta.")).toBeVisible();
    await confirm(page, person);
    await expect(page.getByText("Cuenta eliminada exitosamente")).toBeVisible();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/dashboard");
    await page.waitForURL("**/auth");
  });

  test("whoever waits for approval or was turned down deletes the account from the waiting page", async ({
    browser,
    baseURL,
  }) => {
    const elena = await enter(baseURL!, cast.elena, "sign in");
    for (const state of ["pending", "rejected"]) {
      const person = like(cast.diego, `Diego ${state} ${stamp}`, { license_number: `B${state[0]} ${stamp}` });
      const { id, auth } = await enter(baseURL!, person, "sign up");
      if (state === "rejected") {
        const application = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === id);
        await elena.api.kineApplications.reject({ id: application!.id });
      }
      const page = await openAs(browser, baseURL!, person, "/pending-approval");
      await expect(page.getByRole("heading", { level: 1, name: /Tu solicitud/ })).toBeVisible();
      await ageSignIns(person.email);
      await page.getByRole("button", { name: "Eliminar cuenta" }).click();
      const question = page.getByRole("alertdialog", { name: "¿Eliminar tu cuenta?" });
      await expectAccessible(page);
      await question.getByRole("button", { name: "Sí, eliminar mi cuenta" }).click();
      await confirm(page, person);
      await expect(page.getByText("Cuenta eliminada exitosamente")).toBeVisible();
      await page.waitForURL((url) => url.pathname === "/");
      await expect(page.getByText("Tu cuenta ya no existe", { exact: false })).toBeHidden();
      const { error } = await auth.signInWithPassword({ email: person.email, password: person.password });
      expect(error?.code).toBe("invalid_credentials");
    }
  });
});

test("an admin in an old session makes an admin, suspends, approves and downloads the audit after the password", async ({
  browser,
  baseURL,
}) => {
  const elena = await enter(baseURL!, cast.elena, "sign in");
  const boss = like(cast.bruno, `Bruno Jefe ${stamp}`);
  const { id: user_id } = await enter(baseURL!, boss, "sign up");
  await confirmAddress(boss.email);
  await elena.api.accounts.assignRole({ user_id, role: "admin" });
  const [ana, diego] = [
    like(cast.ana, `Ana Asciende ${stamp}`),
    like(cast.diego, `Diego Entra ${stamp}`, { license_number: `C ${stamp}` }),
  ];
  await enter(baseURL!, ana, "sign up");
  await confirmAddress(ana.email);
  await enter(baseURL!, diego, "sign up");
  const nameOf = ({ metadata }: CastMember) => String(metadata["name"]);
  const page = await openAs(browser, baseURL!, boss, "/dashboard/admin/users");
  await page.getByLabel("Buscar por nombre, email o teléfono").fill(ana.email);

  const role = await openRole(page, nameOf(ana));
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rpc/accounts/assignRole")) keys.push(request.headers()["idempotency-key"]);
  });
  await ageSignIns(boss.email);
  await role.selectOption("Administrador");
  await page.getByRole("button", { name: "Sí, hacer administrador" }).click();
  await expect(proofOf(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(proofOf(page)).toBeHidden();
  await expect(role).toHaveValue("patient");
  await role.selectOption("Administrador");
  await page.getByRole("button", { name: "Sí, hacer administrador" }).click();
  await confirm(page, boss);
  await expect(page.getByText("Rol asignado", { exact: true })).toBeVisible();
  await expect(role).toHaveValue("admin");
  // Refused and cancelled; then refused, proven, and retried with the same key.
  expect(keys).toEqual([expect.any(String), keys[1], keys[1]]);
  expect(keys[1]).not.toBe(keys[0]);

  await ageSignIns(boss.email);
  await page.getByRole("button", { name: nameOf(ana), exact: true }).click();
  await page.getByRole("button", { name: `Suspender a ${nameOf(ana)}` }).click();
  await page.getByLabel("Motivo").fill("Cuenta duplicada");
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspender" }).click();
  await confirm(page, boss);
  await expect(page.getByText("Cuenta suspendida", { exact: true })).toBeVisible();
  await expect(page.getByRole("alertdialog")).toBeHidden();

  await page.getByRole("link", { name: "Solicitudes" }).click();
  const application = page.getByRole("listitem").filter({ hasText: nameOf(diego) });
  await application.getByRole("button", { name: "Revisar" }).click();
  const card = page.getByRole("region", { name: "Solicitud", exact: true });
  await expect(card.getByRole("heading", { name: nameOf(diego) })).toBeVisible();
  await ageSignIns(boss.email, 31);
  await card.getByRole("button", { name: "Aprobar" }).click();
  await confirm(page, boss);
  await expect(page.getByText("Especialista aprobado exitosamente")).toBeVisible();

  await page.getByRole("link", { name: "Auditoría" }).click();
  await ageSignIns(boss.email);
  await page.getByRole("button", { name: "Descargar CSV" }).click();
  const download = page.waitForEvent("download");
  await confirm(page, boss);
  expect((await download).suggestedFilename()).toBe("auditoria.csv");
});
