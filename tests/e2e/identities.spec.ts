import type { Page } from "@playwright/test";
import pg from "pg";
import { cast } from "../../app/demo/cast.ts";
import { startFakeOidc } from "../support/fake-oidc.ts";
import { enter } from "../support/people.ts";
import { type OwnServer, startOwnServer } from "./own-server.ts";
import { expect, expectAccessible, test } from "./page.ts";
import { acceptTerms, fillContact, goOn } from "./sign-up.ts";

let server: OwnServer;
let elsewhere: Awaited<ReturnType<typeof startFakeOidc>>;

// Expected refusals by status: a session without a profile, a sign-in that is not recent, the last sign-in method.
test.use({ viewport: { width: 360, height: 740 }, expectedProblems: [/status of 4(00|01|22)/] });
test.beforeAll(async () => {
  server = await startOwnServer(async (url) => {
    elsewhere = await startFakeOidc(`${url}/auth/v1/callback`);
    const { issuer, clientId, clientSecret, name } = elsewhere.settings();
    return {
      GOOGLE_CLIENT_ID: "google's",
      GOOGLE_CLIENT_SECRET: "google's",
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: name,
    };
  });
  elsewhere.accounts.set("lucia", { email: "lucia@example.com", email_verified: true, name: "Lucía Paz" });
  elsewhere.accounts.set("carla", { email: cast.carla.email, email_verified: true, name: "Carla" });
});
test.afterAll(async () => {
  await server?.close();
  await elsewhere?.close();
});

/** Makes all sign-ins six minutes older. */
async function ageSessions() {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  await client.query("update auth.sessions set created_at = created_at - interval '6 minutes', proofs = '[]'");
  await client.end();
}

async function goElsewhere(page: Page, button: string, account: string) {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("link", { name: account }).click();
}

test("an account elsewhere signs in on a phone, gives what is missing, and is unlinked and linked again", async ({
  page,
}) => {
  test.slow();
  await page.goto(`${server.url}/auth?mode=signup`);
  await expect(page.getByRole("button", { name: "Continuar con Clínica Sur" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Iniciar sesión" }).click();
  await expect(page.getByRole("button", { name: "Continuar con Google" })).toBeVisible();
  await expectAccessible(page);
  await goElsewhere(page, "Continuar con Clínica Sur", "lucia");

  await expect(page.getByRole("heading", { name: "Completá tus datos" })).toBeVisible();
  await expect(page.getByText("Ingresaste con lucia@example.com.")).toBeVisible();
  await expect(page.getByLabel("Nombre completo")).toHaveValue("Lucía Paz");
  await expectAccessible(page);
  await page.goto(`${server.url}/dashboard/patient/cases`);
  await page.waitForURL("**/auth/complete");
  await goOn(page, "Cómo contactarte");
  await fillContact(page, { phone: "+54 11 4444-9999", location_city: "Almagro" });
  await goOn(page, "Sobre vos");
  await page.getByRole("button", { name: "Crear cuenta" }).click();
  await expect(page.getByText("Debes aceptar los términos y condiciones para continuar")).toBeVisible();
  await acceptTerms(page);
  await page.getByRole("button", { name: "Crear cuenta" }).click();
  await page.waitForURL("**/dashboard/patient/cases");

  await ageSessions();
  await page.goto(`${server.url}/dashboard/patient/security#cuentas-vinculadas`);
  const linked = page.getByRole("listitem", { name: "Clínica Sur" });
  await expect(linked.getByText(/lucia@example.com\. Vinculada/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("heading", { name: "Contraseña" }).click();
  await page.getByLabel("Contraseña nueva").fill("Pileta-verde-77");
  await page.getByRole("button", { name: "Cambiar contraseña" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirmá que sos vos" });
  await expect(dialog.getByRole("button", { name: "Continuar con Google" })).toBeHidden();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Continuar con Clínica Sur" }).click();
  await page.getByRole("link", { name: "lucia" }).click();
  await page.waitForURL("**/dashboard/patient/security**");

  await page.getByRole("heading", { name: "Cuentas vinculadas" }).click();
  await page.getByRole("heading", { name: "Contraseña" }).click();
  const unlink = async () => {
    await page.getByRole("button", { name: "Quitar Clínica Sur" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("se van a cerrar tus otras sesiones");
    await page.getByRole("button", { name: "Sí, quitar" }).click();
  };
  await unlink();
  await expect(page.getByText(/Es tu única forma de ingresar/)).toBeVisible();
  await page.getByLabel("Contraseña nueva").fill("Pileta-verde-77");
  await page.getByRole("button", { name: "Cambiar contraseña" }).click();
  await expect(page.getByText("Contraseña cambiada")).toBeVisible();
  await unlink();
  await expect(page.getByText("Quitaste Clínica Sur")).toBeVisible();
  await page.getByRole("button", { name: "Vincular Clínica Sur" }).click();
  await expect(linked).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/dashboard/patient/security#cuentas-vinculadas`);
});

test("an address that is somebody's already is not taken over, and no words of the address are shown", async ({
  page,
}) => {
  await enter(server.url, { ...cast.ana, email: cast.carla.email }, "sign up");
  await page.goto(`${server.url}/auth?mode=signin`);
  await goElsewhere(page, "Continuar con Clínica Sur", "carla");
  await expect(page.getByRole("alert")).toHaveText(
    "Ya hay una cuenta con ese email. Ingresá con tu contraseña y vinculá la otra en Seguridad.",
  );
  await expectAccessible(page);
  await page.goto(`${server.url}/auth?error=x&error_code=x&error_description=Llam%C3%A1%20al%200800`);
  await expect(page.getByRole("alert")).toHaveText("No se pudo ingresar con la otra cuenta. Probá de nuevo.");
  await expect(page.getByText("0800")).toBeHidden();
});
