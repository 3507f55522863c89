import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { MOST_MARKED } from "../../app/domain/admin-views/admin-view.ts";
import { enter, enterApproved, everyItem, like, outcome, type Person } from "../support/people.ts";
import { expect, openAs, test } from "./page.ts";
import { openRole } from "./open-role.ts";
import { confirmAddress } from "./server-database.ts";

const stamp = Date.now().toString(36);
const newPatient = (name: string) => like(cast.ana, `${name} ${stamp}`);
const newKine = (name: string) =>
  like(cast.carla, `${name} ${stamp}`, { license_number: `MN ${randomInt(10 ** 11, 10 ** 12)}` });

/** Shorter than any polling interval, so only the stream can have delivered it; other tests may run in parallel. */
const SOON = { timeout: 8_000 };
/** Badges are updated only by the stream, so a longer wait is safe. */
const HEARD = { timeout: 20_000 };

/** Waits until a page's stream is open, so that no later event is missed. */
async function listening(opening: (onOpen: (page: Page) => void) => Promise<Page>): Promise<Page> {
  let connected: Promise<unknown> = Promise.resolve();
  const page = await opening((opened) => {
    connected = opened.waitForResponse(/live\/events/, { timeout: 20_000 });
  });
  await connected;
  return page;
}

async function applicationOf(elena: Person, kine: Person): Promise<string> {
  const found = (await elena.api.kineApplications.list()).items.find(({ profile_id }) => profile_id === kine.id);
  return found?.id ?? "";
}

test("a specialist made a patient by an admin in another browser is refused at once and taken out of their area", async ({
  browser,
  baseURL,
}) => {
  const member = newKine("Cambia");
  const person = await enterApproved(baseURL!, member);
  const page = await listening((onOpen) => openAs(browser, baseURL!, member, "/dashboard/kine/cases", onOpen));
  const admin = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/users");
  await admin.getByLabel("Buscar por nombre, email o teléfono").fill(member.email);
  const assigned = admin.waitForResponse(/assignRole/);
  const role = await openRole(admin, `Cambia ${stamp}`);
  await role.selectOption("Paciente");
  await admin.getByRole("button", { name: "Sí, cambiar el rol" }).click();
  await assigned;
  expect(await outcome(person.api.cases.available({}))).toBe("NOT_ALLOWED");
  expect(await outcome(person.api.cases.mine())).toBe("ok");
  await page.waitForURL("**/dashboard/patient/**", SOON);
  await expect(page.getByRole("link", { name: "Casos Disponibles" })).toHaveCount(0);

  await confirmAddress(member.email);
  await role.selectOption("Administrador");
  await admin.getByRole("button", { name: "Sí, hacer administrador" }).click();
  await page.waitForURL("**/dashboard/admin/**", SOON);
  await expect(page.getByRole("link", { name: "Usuarios" })).toBeVisible();
  await role.selectOption("Kinesiólogo");
  await admin.getByRole("button", { name: "Sí, cambiar el rol" }).click();
  await page.waitForURL("**/dashboard/kine/**", SOON);
  expect(await outcome(person.api.accounts.list({}))).toBe("NOT_ALLOWED");
  await Promise.all([page.context().close(), admin.context().close()]);
});

test("an approval takes the specialist from the waiting page to the dashboard, and their next request is answered", async ({
  browser,
  baseURL,
}) => {
  const member = newKine("Espera");
  const [person, elena] = [await enter(baseURL!, member, "sign up"), await enter(baseURL!, cast.elena, "sign in")];
  const page = await listening((onOpen) => openAs(browser, baseURL!, member, "/dashboard", onOpen));
  await expect(page.getByText("Tu solicitud está en revisión")).toBeVisible();
  expect(await outcome(person.api.cases.available({}))).toBe("APPROVAL_PENDING");
  const since = Date.now();
  await elena.api.kineApplications.approve({ id: await applicationOf(elena, person), is_checked: true });
  expect(await outcome(person.api.cases.available({}))).toBe("ok");
  await expect(page.getByText("¡Tu cuenta ha sido aprobada!")).toBeVisible(SOON);
  await page.waitForURL("**/dashboard/kine/cases", SOON);
  test.info().annotations.push({ type: "measured", description: `approved to dashboard: ${Date.now() - since} ms` });
});

test("an account deleted in one browser is gone in the other, which says so and keeps nothing", async ({
  browser,
  baseURL,
}) => {
  const member = newPatient("Borrada");
  const person = await enter(baseURL!, member, "sign up");
  const page = await listening((onOpen) => openAs(browser, baseURL!, member, "/dashboard/patient/cases", onOpen));
  const another = await enter(baseURL!, member, "sign in");
  await person.api.accounts.delete();
  expect(await outcome(another.api.cases.mine())).toBe("NOT_SIGNED_IN");
  await expect(page.getByText("Tu cuenta ya no existe. Por favor, regístrate nuevamente.")).toBeVisible(SOON);
  await page.waitForURL("**/auth**");
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.getItem("session")])).toEqual([0, null]);
});

test(
  "each admin has badges of their own, right also after what happened while they were cut off",
  { tag: "@operations/full" },
  async ({ browser, baseURL }) => {
    const second = newPatient("Otra Admin");
    const [person, elena] = [await enter(baseURL!, second, "sign up"), await enter(baseURL!, cast.elena, "sign in")];
    await confirmAddress(second.email);
    await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
    for (const { api } of [elena, person]) await seeEverything(api);
    const [hers, theirs] = await Promise.all(
      [cast.elena, second].map((member) =>
        listening((onOpen) => openAs(browser, baseURL!, member, "/dashboard/admin/users", onOpen)),
      ),
    );
    const link = (page: Page) => page.getByRole("link", { name: /^Pacientes/ });
    const expectBadge = (page: Page, count: number) =>
      expect(link(page)).toHaveAccessibleName(count ? `Pacientes ${count} sin ver` : "Pacientes", HEARD);
    await expectBadge(hers!, 0);
    await enter(baseURL!, newPatient("Una"), "sign up");
    await expectBadge(hers!, 1);
    await expectBadge(theirs!, 1);
    await link(hers!).click();
    await expectBadge(hers!, 0);
    await expectBadge(theirs!, 1);

    await theirs!.context().setOffline(true);
    await expect(theirs!.getByText(/Estás sin conexión/)).toBeVisible();
    await enter(baseURL!, newPatient("Dos"), "sign up");
    await expectBadge(theirs!, 1);
    await theirs!.context().setOffline(false);
    await expectBadge(theirs!, 2);
    await Promise.all([hers!.context().close(), theirs!.context().close()]);
  },
);

/** Marks every patient as seen. */
async function seeEverything(api: Person["api"]) {
  const patients = await everyItem<{ id: string }>((after: string | null) => api.profiles.patients({ after }));
  const ids = patients.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += MOST_MARKED)
    await api.adminViews.markSeen({ entity_type: "patient", ids: ids.slice(start, start + MOST_MARKED) });
}
