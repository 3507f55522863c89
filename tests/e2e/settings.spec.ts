import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";
import { confirmAddress } from "./server-database.ts";

const stamp = Date.now();

/** Opens a group of settings by its line. */
const openGroup = (page: Page, title: string) =>
  page
    .locator("summary")
    .filter({ has: page.getByRole("heading", { name: title }) })
    .press("Enter");

test("an admin changes settings with one save and puts a default back, each with its name beside it", async ({
  browser,
  baseURL,
}) => {
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/settings");
  await openGroup(page, "Matrículas");
  await openGroup(page, "Recordatorios y pausas");
  const setting = page.getByRole("listitem").filter({ hasText: "Dirección del registro" });
  const field = setting.getByLabel("Dirección del registro de profesionales");
  const save = page.getByRole("button", { name: "Guardar", exact: true });
  await expect(setting.getByText("De fábrica"), "only what differs names its default").toBeHidden();
  await expect(save).toBeHidden();
  await expectAccessible(page);
  await field.fill("http://registro.example.com");
  await save.click();
  await expect(page.getByText("Ese valor no sirve para este ajuste")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill("https://registro.example.com/");
  await expect(setting.getByText("De fábrica: https://sisa.msal.gov.ar/sisa/")).toBeVisible();
  await page.getByLabel("Días hasta avisar al especialista que no le contestaron").fill("8");
  await expect(page.getByText("2 cambios sin guardar")).toBeVisible();
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText("2 ajustes guardados")).toBeVisible();
  await expect(setting.getByText(/Lo cambió Administración el /)).toBeVisible();
  const rule = page.getByRole("radiogroup", { name: "Matrícula según el lugar" });
  await expect(rule.getByRole("radio", { name: "Avisar", exact: true })).toBeChecked();
  await setting.getByRole("button", { name: /^Volver al valor de fábrica/ }).click();
  await expect(field).toHaveValue("https://sisa.msal.gov.ar/sisa/");
  await save.click();
  await expect(page.getByText("Ajuste guardado")).toBeVisible();
  const elena = await enter(baseURL!, cast.elena, "sign in");
  await elena.api.settings.change({ key: "unanswered_days", value: null });
  await page.goto("/dashboard/admin/audit");
  await expect(
    page.getByText(
      "Dirección del registro de profesionales: https://registro.example.com/ → https://sisa.msal.gov.ar/sisa/",
    ),
  ).toBeVisible();
});

test.describe("with a refusal that the browser reports", () => {
  test.use({ expectedProblems: [/status of 409/] });
  test("a stale form of settings overwrites nothing, and shows both values", async ({ browser, baseURL }) => {
    const elena = await enter(baseURL!, cast.elena, "sign in");
    const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/settings");
    await openGroup(page, "Recordatorios y pausas");
    const field = page.getByLabel("Horas hasta el segundo recordatorio");
    await field.fill("70");
    await elena.api.settings.change({ key: "second_reminder_hours", value: 71 });
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    const both = page.getByRole("alert", { name: "Otra persona cambió lo que estás editando" });
    await expect(both.getByText("71", { exact: true })).toBeVisible();
    await expect(field).toHaveValue("70");
    await expectAccessible(page);
    await both.getByRole("button", { name: "Seguir con lo mío" }).click();
    await page.getByRole("button", { name: "Guardar", exact: true }).click();
    await expect(page.getByText("Ajuste guardado")).toBeVisible();
    const { items } = await elena.api.settings.read();
    expect(items.find(({ key }) => key === "second_reminder_hours")).toMatchObject({ value: 70 });
    await elena.api.settings.change({ key: "second_reminder_hours", value: null });
  });
});

test("an admin links a text that nobody knew and keeps another as it is, and the queue gets shorter", async ({
  browser,
  baseURL,
}) => {
  const ana = await enter(baseURL!, like(cast.ana, `Ana Vocabulario ${stamp}`), "sign up");
  await confirmAddress(ana.id);
  const place = `A la vuelta ${stamp}`;
  const zone = `La gamba ${stamp}`;
  for (let n = 0; n < 3; n++)
    await ana.api.cases.create({ title: "Rodilla", description: "Duele", location_city: place, injury_area: zone });
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/vocabulary");
  const card = (text: string) => page.getByRole("listitem").filter({ hasText: `«${text}»` });
  await expect(card(place)).toContainText("3 veces");
  await expect(card(place).getByPlaceholder("Elegí un barrio")).toBeVisible();
  await expectAccessible(page);
  await card(place).getByLabel(`Qué significa «${place}»`).fill("por ahí");
  await card(place).getByRole("button", { name: "Vincular con este barrio" }).click();
  await expect(card(place).getByText("Elegí uno de la lista")).toBeVisible();
  await card(place).getByLabel(`Qué significa «${place}»`).fill("");
  await card(place).getByLabel(`Qué significa «${place}»`).pressSequentially("pale");
  await page.getByRole("option", { name: "Palermo" }).click();
  await card(place).getByRole("button", { name: "Vincular con este barrio" }).click();
  await expect(page.getByText("Texto vinculado")).toBeVisible();
  await expect(card(place)).toHaveCount(0);
  await card(zone).getByRole("button", { name: "Dejar como texto" }).click();
  await expect(page.getByText("Queda como texto")).toBeVisible();
  await expect(card(zone)).toHaveCount(0);
  // The case says what its patient wrote.
  expect((await ana.api.cases.mine()).items[0]).toMatchObject({ location_city: place, injury_area: zone });
});

test("what waits is counted anew when it changes, and the texts to review are not asked for again", async ({
  browser,
  baseURL,
}) => {
  const paths: string[] = [];
  const page = await openAs(browser, baseURL!, cast.elena, "/", (empty) =>
    empty.on("request", (request) => paths.push(new URL(request.url()).pathname)),
  );
  const connected = page.waitForResponse(/live\/events/);
  await page.goto("/dashboard/admin/vocabulary");
  await connected;
  await expect(page.getByRole("heading", { name: "Vocabulario por revisar", level: 1 })).toBeVisible();
  await expect.poll(() => paths.filter((path) => path === "/rpc/vocabulary/queue").length).toBe(1);
  await expect.poll(() => paths).toContain("/rpc/today/waiting");
  const counted = page.waitForResponse(/rpc\/today\/waiting/);
  await enter(baseURL!, like(cast.diego, `Diego Cuenta ${stamp}`, { license_number: `C ${stamp}` }), "sign up");
  // What one change makes stale is asked for at once.
  await counted;
  expect(paths.filter((path) => path === "/rpc/vocabulary/queue")).toHaveLength(1);
});
