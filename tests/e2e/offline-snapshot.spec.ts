import type { BrowserContext, Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectAccessible, signIn, signInByForm, test } from "./page.ts";
import { storedSnapshot, openAt, untilReadyForNone } from "./without-network.ts";

const stamp = Date.now().toString(36);
const CASES = "/dashboard/patient/cases";
const EIGHT_DAYS_MS = 8 * 24 * 60 * 60 * 1000;

test.use({
  serviceWorkers: "allow",
  // The browser logs failed loads and the refusals of an ended session.
  expectedProblems: [/ERR_INTERNET_DISCONNECTED|status of 40[13]/],
});

/** A patient with an accepted specialist in one case, and another case without. */
async function together(url: string, name: string) {
  const ana = like(cast.ana, `Ana ${name} ${stamp}`);
  const carla = like(cast.carla, `Carla ${name} ${stamp}`, { license_number: `${name} ${stamp}`.slice(0, 20) });
  const [patient, kine] = [await enter(url, ana, "sign up"), await enterApproved(url, carla)];
  const { id: case_id } = await patient.api.cases.create({
    title: `Rodilla ${name}`,
    description: "Texto reservado",
    injury_area: "Rótula reservada",
  });
  await patient.api.cases.create({ title: `Muñeca ${name}`, description: "Texto reservado" });
  const { id } = await kine.api.matches.apply({ case_id, message: "Mensaje reservado" });
  await patient.api.matches.accept({ id });
  return { ana, carla, patient, kine, case_id };
}

async function cutOff(page: Page, context: BrowserContext, path?: string) {
  await context.setOffline(true);
  if (path) await page.goto(path);
  else await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Estás sin conexión");
}

test(
  "without a network a patient sees their cases and contacts as they saw them last, and goes on once there is one",
  { tag: "@operations/full" },
  async ({ page, context, baseURL }) => {
    const { ana, carla, case_id } = await together(baseURL!, "Vista");
    await signIn(page, ana);
    await untilReadyForNone(page);
    await page.goto(`${CASES}?caso=${case_id}`);
    await expect(page.getByRole("dialog").getByText(carla.email)).toBeAttached();
    await expect.poll(() => storedSnapshot(page)).toContain(carla.email);
    expect(await storedSnapshot(page)).not.toMatch(/reservad[oa]|photo|studies/);

    await cutOff(page, context, "/dashboard");
    const part = page.locator("#offline-snapshot");
    await expect(part.getByRole("heading", { level: 2 })).toHaveText("Mis Casos");
    await expect(part.getByText("Visto por última vez recién. Es solo para leer: puede haber cambiado.")).toBeVisible();
    await expect(part.getByRole("heading", { level: 3 })).toHaveText(["Muñeca Vista", "Rodilla Vista"]);
    const accepted = part.getByRole("listitem").filter({ hasText: "Rodilla" });
    await expect(accepted).toContainText(carla.metadata["name"] as string);
    await expect(accepted.getByRole("link", { name: /^Llamar al / })).toHaveAttribute("href", /^tel:\+54\d+$/);
    await expect(accepted.getByRole("link", { name: carla.email })).toHaveAttribute("href", `mailto:${carla.email}`);
    await expect(part.getByRole("listitem").filter({ hasText: "Muñeca" }).getByRole("link")).toHaveCount(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    // A public page shows no cases.
    await openAt(page, "/terminos");
    await expect(part).toHaveText("Ver lo último de tus casos");
    await openAt(page, CASES);
    await expect(part.getByText("Rodilla Vista")).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mis Casos");
    await expect(page.getByText("Visto por última vez")).toHaveCount(0);
  },
);

test(
  "a specialist sees their applications, with the phone of who accepted them",
  { tag: "@operations/full" },
  async ({ page, context, baseURL }) => {
    const { ana, carla } = await together(baseURL!, "Consultorio");
    await signIn(page, carla);
    await untilReadyForNone(page);
    // The entry of an earlier version.
    await page.evaluate(() => localStorage.setItem("last-seen", "{}"));
    await page.goto("/dashboard/kine/matches");
    await expect.poll(() => storedSnapshot(page)).toContain(ana.metadata["name"] as string);
    expect(await page.evaluate(() => localStorage.getItem("last-seen"))).toBeNull();
    expect(await storedSnapshot(page)).not.toMatch(/reservad[oa]|photo|studies/);
    // A narrowed list holds some of the applications only.
    await page.goto("/dashboard/kine/matches?estado=rechazadas");
    await expect(page.getByText("No encontramos resultados")).toBeVisible();
    expect(await storedSnapshot(page)).toContain(ana.metadata["name"] as string);
    await page.evaluate(() => {
      const snapshot = JSON.parse(localStorage.getItem("offline-snapshot")!);
      localStorage.setItem("offline-snapshot", JSON.stringify({ ...snapshot, at: Date.now() - 2 * 60 * 60 * 1000 }));
    });
    await cutOff(page, context, "/dashboard");
    const part = page.locator("#offline-snapshot");
    await expect(part.getByText("Visto por última vez hace 2 h")).toBeVisible();
    await expect(part.getByRole("listitem").filter({ hasText: "Rodilla" })).toContainText("Aceptado");
    await expect(part.getByRole("link", { name: /^Llamar al / })).toBeVisible();
  },
);

test(
  "what was seen goes with the session, with another person's and with time",
  { tag: "@operations/full" },
  async ({ page, context, baseURL }) => {
    test.setTimeout(120_000);
    const { ana, patient } = await together(baseURL!, "Prestada");
    const bea = like(cast.ana, `Bea Prestada ${stamp}`);
    await enter(baseURL!, bea, "sign up");
    const part = page.locator("#offline-snapshot");
    const comeBack = async () => {
      await context.setOffline(false);
      await expect(page.getByText("Kinexo").first()).toBeVisible();
    };
    const isGone = async () => {
      await cutOff(page, context, "/dashboard");
      await expect(part).toBeEmpty();
      expect(await storedSnapshot(page)).toBeNull();
      await comeBack();
    };
    const seeCases = async () => {
      await page.goto(CASES);
      await expect.poll(() => storedSnapshot(page)).toContain("Rodilla Prestada");
    };

    await test.step("at sign-out", async () => {
      await signIn(page, ana);
      await untilReadyForNone(page);
      await seeCases();
      await page.getByRole("button", { name: "Menú de usuario" }).click();
      await page.getByRole("menuitem", { name: "Cerrar sesión" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conecta con especialistas verificados");
      expect(await storedSnapshot(page)).toBeNull();
      await isGone();
    });

    await test.step("when it is signed out in another tab, from the screen too", async () => {
      await signInByForm(page, ana);
      await seeCases();
      const other = await context.newPage();
      await openAt(other, "/terminos");
      await cutOff(page, context, "/dashboard");
      await expect(part.getByText("Rodilla Prestada")).toBeVisible();
      await other.evaluate(() => localStorage.clear());
      await expect(part).toBeEmpty();
      await comeBack();
      await other.close();
    });

    await test.step("when the session was ended elsewhere", async () => {
      await signInByForm(page, ana);
      await seeCases();
      await patient.auth.signOut({ scope: "others" });
      await page.waitForURL(/\/auth/);
      await expect.poll(() => storedSnapshot(page)).toBeNull();
    });

    await test.step("after seven days", async () => {
      await signInByForm(page, ana);
      await seeCases();
      await openAt(page, "/terminos");
      await page.evaluate((ms) => {
        const snapshot = JSON.parse(localStorage.getItem("offline-snapshot")!);
        localStorage.setItem("offline-snapshot", JSON.stringify({ ...snapshot, at: snapshot.at - ms }));
      }, EIGHT_DAYS_MS);
      await isGone();
    });

    await test.step("when somebody else is signed in, before and after the dashboard knows", async () => {
      await seeCases();
      const { auth } = await enter(baseURL!, bea, "sign in");
      const session = JSON.stringify((await auth.getSession()).data.session);
      await openAt(page, "/terminos");
      const mine = await storedSnapshot(page);
      await page.evaluate((theirs) => localStorage.setItem("session", theirs), session);
      await isGone();
      // Once online again, the dashboard stores the other person's snapshot: leave it first.
      await openAt(page, "/terminos");
      await page.evaluate((snapshot) => localStorage.setItem("offline-snapshot", snapshot!), mine);
      await page.goto("/dashboard/patient/profile");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mi Perfil");
      expect(await storedSnapshot(page)).toBeNull();
    });
  },
);
