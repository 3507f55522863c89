import type { Browser } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { MOST_MARKED } from "../../app/domain/admin-views/admin-view.ts";
import { enter, enterApproved, everyItem, like } from "../support/people.ts";
import { interceptFirst, REPORTED, without } from "./failing.ts";
import { expect, expectAccessible, openAs, signIn, test, watch } from "./page.ts";
import { confirmAddress } from "./server-database.ts";

const stamp = Date.now().toString(36);
const ana = like(cast.ana, `Ana Viva ${stamp}`);
const carla = like(cast.carla, `Carla Viva ${stamp}`, { license_number: `V ${stamp}` });
const diego = like(cast.diego, `Diego Vivo ${stamp}`, { license_number: `W ${stamp}` });

/** Shorter than the lists' polling interval, so only the stream can have delivered the change. */
const SOON = { timeout: 5_000 };

async function openPage(browser: Browser, problems: string[]) {
  const page = await (await browser.newContext({ locale: "es-AR" })).newPage();
  watch(page, problems);
  return page;
}

test("a patient sees a new application, and a specialist the decision, without a reload", async ({
  browser,
  baseURL,
}) => {
  const problems: string[] = [];
  const [patient, specialist] = [await enter(baseURL!, ana, "sign up"), await enterApproved(baseURL!, carla)];
  const { id: case_id } = await patient.api.cases.create({ title: `Tobillo ${stamp}`, description: "Me duele" });
  const { id: second } = await patient.api.cases.create({ title: `Hombro ${stamp}`, description: "Me duele" });
  const { id: applied } = await specialist.api.matches.apply({ case_id: second });

  const page = await openPage(browser, problems);
  const connected = page.waitForResponse(/live\/events/);
  await signIn(page, ana);
  await connected;
  const card = page.getByRole("listitem").filter({ hasText: `Tobillo ${stamp}` });
  await expect(card).toBeVisible();
  await expect(card).toContainText("Publicado.");
  await specialist.api.matches.apply({ case_id });
  await expect(card).toContainText("1 respuesta nueva", SOON);

  const other = await openPage(browser, problems);
  const listening = other.waitForResponse(/live\/events/);
  await signIn(other, carla);
  await listening;
  await other.getByRole("link", { name: "Mis Postulaciones", exact: true }).click();
  await expect(other.getByText("Pendiente").first()).toBeVisible();
  const accepted = other.getByRole("listitem").getByText("Aceptado");
  await expect(accepted).toHaveCount(0);
  await patient.api.matches.accept({ id: applied });
  await expect(accepted.first()).toBeVisible(SOON);
  expect(problems).toEqual([]);
});

test("a screen that is opened asks for nothing twice", async ({ browser, baseURL }) => {
  const alone = like(cast.ana, `Ana Una Vez ${stamp}`);
  const patient = await enter(baseURL!, alone, "sign up");
  const calls: string[] = [];
  const page = await openAs(browser, baseURL!, alone, "/", (empty) =>
    empty.on("request", (request) => {
      if (request.url().includes("/rpc/")) calls.push(new URL(request.url()).pathname);
    }),
  );
  const connected = page.waitForResponse(/live\/events/);
  await page.goto("/dashboard/patient/cases");
  await connected;
  await expect.poll(() => calls).toContain("/rpc/cases/mine");
  // A later event: what the stream's beginning asks for, if anything, is asked for before or with it.
  await patient.api.cases.create({ title: `Cuello ${stamp}`, description: "Me duele" });
  await expect(page.getByText(`Cuello ${stamp}`)).toBeVisible(SOON);
  const changed = ["/rpc/cases/mine", "/rpc/notifications/unseen"];
  // A case that waits says what to expect and how its patient is told, and offers notifications.
  const once = [
    "/rpc/accounts/me",
    "/rpc/live/events",
    "/rpc/cases/outlook",
    "/rpc/notifications/settings",
    "/rpc/push/state",
  ];
  await expect.poll(() => calls.toSorted()).toEqual([...once, ...changed, ...changed].toSorted());
});

test("what changes while a list is on its way for the first time is shown", async ({ browser, baseURL }) => {
  const early = like(cast.ana, `Ana Temprano ${stamp}`);
  const kine = like(cast.carla, `Carla Temprano ${stamp}`, { license_number: `T ${stamp}` });
  const [patient, specialist] = [await enter(baseURL!, early, "sign up"), await enterApproved(baseURL!, kine)];
  const { id: case_id } = await patient.api.cases.create({ title: `Cadera ${stamp}`, description: "Me duele" });
  const page = await openAs(browser, baseURL!, early, "/", (empty) =>
    interceptFirst(empty, "**/rpc/cases/mine", async (route) => {
      const response = await route.fetch();
      // The stream delivers the change before the list has loaded.
      const told = empty.waitForRequest(/rpc\/notifications\//);
      await specialist.api.matches.apply({ case_id });
      await told;
      await route.fulfill({ response });
    }),
  );
  await page.goto("/dashboard/patient/cases");
  await expect(page.getByRole("listitem").filter({ hasText: `Cadera ${stamp}` })).toContainText(
    "1 respuesta nueva",
    SOON,
  );
});

test("whose role changes before their stream begins is led to where they belong", async ({ browser, baseURL }) => {
  const changing = like(cast.ana, `Ana Cambia ${stamp}`);
  const { id: user_id } = await enter(baseURL!, changing, "sign up");
  const elena = await enter(baseURL!, cast.elena, "sign in");
  const page = await openAs(browser, baseURL!, changing, "/", (empty) =>
    interceptFirst(empty, "**/rpc/live/events", async (route) => {
      await elena.api.accounts.assignRole({ user_id, role: "kine" });
      await route.continue();
    }),
  );
  await page.goto("/dashboard/patient/security");
  await page.waitForURL(/\/(dashboard\/kine|pending-approval)/);
});

test("a stream that cannot be had is tried again, and what happened meanwhile is shown", async ({
  browser,
  baseURL,
}) => {
  const member = like(cast.ana, `Ana Cortada ${stamp}`);
  const patient = await enter(baseURL!, member, "sign up");
  const page = await openPage(browser, []);
  const refused = page.waitForResponse(
    (response) => response.url().includes("live/events") && response.status() === 503,
  );
  await interceptFirst(page, /live\/events/, (route) => route.fulfill({ status: 503, body: "{}" }));
  await signIn(page, member);
  await refused;
  await expect(page.getByText("Todavía no publicaste ningún caso")).toBeVisible();
  await patient.api.cases.create({ title: `Codo ${stamp}`, description: "Me duele" });
  await expect(page.getByText(`Codo ${stamp}`)).toBeVisible(SOON);

  const elena = await enter(baseURL!, cast.elena, "sign in");
  await confirmAddress(member.email);
  await elena.api.accounts.assignRole({ user_id: patient.id, role: "admin" });
  await page.waitForURL("**/dashboard/admin/**", SOON);
  await elena.api.accounts.assignRole({ user_id: patient.id, role: "patient" });
  await page.waitForURL("**/dashboard/patient/**", SOON);
});

/** Marks every patient as seen by this admin. */
async function seeAllPatients(url: string) {
  const { api } = await enter(url, cast.elena, "sign in");
  const patients = await everyItem<{ id: string }>((after: string | null) => api.profiles.patients({ after }));
  const ids = patients.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += MOST_MARKED)
    await api.adminViews.markSeen({ entity_type: "patient", ids: ids.slice(start, start + MOST_MARKED) });
}

test("the admin's badges move without a reload: what waits stays counted, what is new goes once it was seen", async ({
  page,
  baseURL,
}) => {
  await seeAllPatients(baseURL!);
  await signIn(page, cast.elena);
  await expect(page.getByRole("link", { name: "Pacientes", exact: true })).toBeVisible();
  const requests = page.getByRole("link", { name: /^Solicitudes \d+ por decidir$/ });
  await enter(baseURL!, diego, "sign up");
  await expect(requests).toBeVisible(SOON);
  await enter(baseURL!, like(cast.ana, `Ana Insignia ${stamp}`), "sign up");
  await expect(page.getByRole("link", { name: "Pacientes 1 sin ver" })).toBeVisible(SOON);
  await expectAccessible(page);
  await requests.click();
  await expect(page.getByText(`Diego Vivo ${stamp}`).first()).toBeVisible();
  await expect(requests).toBeVisible();
  await page.getByRole("link", { name: /^Pacientes/ }).click();
  await expect(page.getByText(`Ana Insignia ${stamp}`).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Pacientes", exact: true })).toBeVisible(SOON);
  await expect(requests).toBeVisible();
});

test.describe("requests that are lost", () => {
  test.use({ expectedProblems: [REPORTED] });

  test("a badge goes although the first word that its list was seen is lost", async ({ page, baseURL }) => {
    await seeAllPatients(baseURL!);
    await signIn(page, cast.elena);
    await enter(baseURL!, like(cast.ana, `Vera Insignia ${stamp}`), "sign up");
    await expect(page.getByRole("link", { name: /^Pacientes \d+ sin ver$/ })).toBeVisible(SOON);
    await without(page, "/rpc/adminViews/markSeen", async () => {
      const lost = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/markSeen"));
      await page.getByRole("link", { name: /^Pacientes/ }).click();
      await lost;
    });
    await expect(page.getByText(`Vera Insignia ${stamp}`).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Pacientes", exact: true })).toBeVisible();
  });
});

test("the menu becomes a side panel with Ctrl+B, and stays one for seven days", async ({ page }) => {
  await signIn(page, cast.elena);
  const menu = page.getByRole("navigation", { name: "Secciones" });
  await expect(menu).toBeVisible();
  expect((await menu.boundingBox())!.width).toBeGreaterThan(400);
  await page.keyboard.press("Control+b");
  await expect.poll(async () => (await menu.boundingBox())?.width).toBeLessThan(300);
  await expectAccessible(page);
  await page.reload();
  await expect(menu).toBeVisible();
  expect((await menu.boundingBox())!.width).toBeLessThan(300);
  const kept = (await page.context().cookies(`${page.url()}`)).find(({ name }) => name === "side_panel");
  expect(Math.round((kept!.expires - Date.now() / 1000) / 86_400)).toBe(7);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(menu).toBeHidden();
  await page.keyboard.press("Control+b");
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("button", { name: /Pasar el menú a la barra/ }).click();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBeGreaterThan(400);
});
