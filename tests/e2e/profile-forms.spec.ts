import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { expect, expectAccessible, openAs, signIn, test } from "./page.ts";

const stamp = Date.now();
const name = `Carla Formas ${stamp}`;
const carla = like(cast.carla, name, { license_number: `MN ${stamp}` });
const ana = like(cast.ana, `Ana Formas ${stamp}`);
const bruno = like(cast.bruno, `Bruno Formas ${stamp}`);

test.describe.configure({ mode: "serial" });
let kine: Person;
let patient: Person;
let path: string;
test.beforeAll(async () => {
  const url = `http://localhost:${process.env["E2E_PORT"]}`;
  kine = await enterApproved(url, carla);
  patient = await enter(url, ana, "sign up");
  await enter(url, bruno, "sign up");
  const { id } = await patient.api.cases.create({ title: "Rodilla", description: "Me duele" });
  await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id })).id });
  await patient.api.cases.close({ id });
  await patient.api.reviews.create({ case_id: id, kine_id: kine.id, stars: 5, comment: "Muy clara" });
  path = `/kines/${kine.id}`;
});

const hasApplication = (page: Page) => page.evaluate(() => "__reactRouterDataRouter" in window);
const email = (page: Page) => page.getByRole("link", { name: carla.email });
const contact = ["+54 11 5555-3333", carla.email, `Matrícula MN ${stamp}`];
const gate = (page: Page) =>
  page.getByText("Los datos de contacto están disponibles solo para pacientes con casos asignados a este profesional.");
const way = (page: Page) => page.getByRole("link", { name: "Subí tu caso para contactar a este profesional" });
const report = (page: Page) => page.getByRole("button", { name: `Denunciar el perfil de ${name}` });

/** Counts the documents that a page requests. */
function documentsOf(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => (count += request.isNavigationRequest() ? 1 : 0));
  return () => count;
}

test("a visitor reads a profile without the application, and goes from it to the sign-up", async ({ page }) => {
  await page.goto(path, { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await expect(page.getByRole("heading", { name: "Contacto" })).toBeVisible();
  await expect(gate(page)).toBeVisible();
  await expect(way(page)).toHaveAttribute("href", "/dashboard/patient/cases");
  for (const text of contact) await expect(page.getByText(text)).toHaveCount(0);
  await expect(page.getByText("Muy clara")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Denunciar/ })).toHaveCount(0);
  expect(await hasApplication(page)).toBe(false);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Ir al contenido" })).toBeFocused();
  await way(page).press("Enter");
  await expect(page.getByText(`Para contactar a ${name}, creá tu cuenta`)).toBeVisible();
  await page.goBack();
  await expect(gate(page)).toBeVisible();
});

test("on a phone a profile says first what decides, and its titles open the rest by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  const main = page.getByRole("main");
  for (const fact of ["Kinesiología deportiva", "Palermo", "$25.000 - $35.000"])
    await expect(main.getByText(fact).first()).toBeInViewport();
  await expect(page.getByRole("link", { name: "Pedirle que me atienda" })).toBeInViewport();
  await expect(page.getByText("Muy clara")).toBeHidden();
  const reviews = main.getByRole("checkbox", { name: "Reseñas (1)" });
  await reviews.press("Space");
  await expect(page.getByText("Muy clara")).toBeVisible();
  await expectAccessible(page);
  await reviews.press("Space");
  await expect(page.getByText("Muy clara")).toBeHidden();
});

for (const [who, member, isOpen] of [
  ["a patient whom the specialist does not know", bruno, false],
  ["their patient", ana, true],
  ["the specialist", carla, true],
  ["an admin", cast.elena, true],
] as const) {
  test(`${who} gets the application with a profile, from the second visit on at once`, async ({ browser, baseURL }) => {
    let documents = () => 0;
    const page = await openAs(browser, baseURL!, member, path, (opened) => (documents = documentsOf(opened)));
    await expect(report(page)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Denunciar la reseña de / })).toBeVisible();
    await expect(isOpen ? email(page) : gate(page)).toBeVisible();
    await expect(gate(page)).toHaveCount(isOpen ? 0 : 1);
    for (const text of contact) {
      await expect(page.getByText(text)).toHaveCount(isOpen ? 1 : 0);
      if (isOpen) await expect(page.getByText(text)).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "Mi panel" })).toBeVisible();
    await expect(page).toHaveURL(baseURL! + path);
    expect([documents(), await hasApplication(page)]).toEqual([2, true]);
    await page.goto(path);
    await expect(report(page)).toBeVisible();
    expect(documents()).toBe(3);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Mi panel" }).press("Enter");
    await page.waitForURL("**/dashboard/**");
    await page.goBack();
    await expect(report(page)).toBeVisible();
    await expect(page).toHaveURL(baseURL! + path);
  });
}

test("who signs in in another tab gets the application with an open profile, and a visitor's page after signing out there", async ({
  page,
}) => {
  await page.goto(path);
  await expect(gate(page)).toBeVisible();
  const other = await page.context().newPage();
  await signIn(other, ana);
  await expect(email(page)).toBeVisible();
  await other.getByRole("button", { name: "Menú de usuario" }).click();
  await other.getByRole("menuitem", { name: "Cerrar sesión" }).click();
  await other.waitForURL((url) => url.pathname === "/");
  await expect(email(page)).toHaveCount(0);
  await expect(gate(page)).toBeVisible();
  await page.reload();
  expect(await hasApplication(page)).toBe(false);
  await expect(page.getByRole("link", { name: "Registro" })).toBeVisible();
});

const ways = {
  "the browser keeps no cookie": (page: Page) =>
    page.addInitScript(() => Object.defineProperty(document, "cookie", { get: () => "" })),
  "something in front drops the cookie": async (page: Page, url: string) => {
    const answer = await fetch(url);
    const [headers, body] = [Object.fromEntries(answer.headers), await answer.text()];
    delete headers["content-encoding"];
    await page.route(url, (route) => route.fulfill({ headers, body }));
  },
};
for (const [why, prepare] of Object.entries(ways)) {
  test(`where ${why}, the visitor's page stays and is loaded once more at most`, async ({ browser, baseURL }) => {
    let documents = () => 0;
    const page = await openAs(browser, baseURL!, ana, path, async (opened) => {
      documents = documentsOf(opened);
      await prepare(opened, baseURL! + path);
    });
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("link", { name: "Mi panel" })).toBeVisible();
    await expect(gate(page)).toBeVisible();
    expect([documents() <= 2, await hasApplication(page)]).toEqual([true, false]);
    await page.context().close();
  });
}
