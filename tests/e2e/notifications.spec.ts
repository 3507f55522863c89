import { cast } from "../../app/demo/cast.ts";
import { unsubscribeToken } from "../../app/domain/notifications/unsubscribe-link.server.ts";
import { isFull } from "../support/full.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectAccessible, expectToFitEverywhere, openAs, test } from "./page.ts";
import { askWhetherCoordinated, secretOf } from "./server-database.ts";

const stamp = `${Date.now()}`;
const VISITS = isFull ? 1_000 : 25;

test("the bell counts, the inbox leads to the case, and reading in one window empties the other", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Campana ${stamp}`);
  const patient = await enter(baseURL!, ana, "sign up");
  const kine = await enterApproved(
    baseURL!,
    like(cast.carla, `Carla Campana ${stamp}`, { license_number: `K ${stamp}` }),
  );
  const { id: case_id } = await patient.api.cases.create({ title: `Hombro ${stamp}`, description: "Me duele" });
  const page = await openAs(browser, baseURL!, ana, "/dashboard/patient/reviews");
  const other = await openAs(browser, baseURL!, ana, "/dashboard/patient/reviews");
  await expect(page.getByRole("link", { name: "Avisos", exact: true })).toBeVisible();
  await kine.api.matches.apply({ case_id, message: null });
  const bell = page.getByRole("link", { name: "Avisos: 1 sin leer" });
  await expect(bell).toBeVisible();
  await expect(other.getByRole("link", { name: "Avisos: 1 sin leer" })).toBeVisible();
  await bell.click();
  await expect(page.getByRole("heading", { level: 1, name: "Avisos" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Te esperan" })).toBeVisible();
  const line = page.getByRole("link", { name: /Tenés 1 respuesta nueva/ });
  await expect(line).toContainText(`Hombro ${stamp}`);
  await expect(line.locator(".."), "what asks for an answer is tinted").toHaveClass(/bg-primary-soft/);
  await expectAccessible(page);
  await line.click();
  await expect(page.getByRole("dialog", { name: `Hombro ${stamp}` })).toBeVisible();
  await expect(other.getByRole("link", { name: "Avisos", exact: true })).toBeVisible();
});

test("everything is marked as read with one press, at every width and by the keyboard", async ({
  browser,
  baseURL,
}) => {
  const carla = like(cast.carla, `Carla Leída ${stamp}`, { license_number: `L ${stamp}` });
  const patient = await enter(baseURL!, like(cast.ana, `Ana Leída ${stamp}`), "sign up");
  const kine = await enterApproved(baseURL!, carla);
  const cases = [];
  for (const n of [1, 2, 3])
    cases.push((await patient.api.cases.create({ title: `Caso ${n} ${stamp}`, description: "x" })).id);
  for (const case_id of cases) {
    const { id } = await kine.api.matches.apply({ case_id, message: null });
    await patient.api.matches.reject({ id });
  }
  const { id: case_id } = await patient.api.cases.create({ title: `Caso 4 ${stamp}`, description: "x" });
  await patient.api.matches.accept({ id: (await kine.api.matches.apply({ case_id, message: null })).id });
  const page = await openAs(browser, baseURL!, carla, "/dashboard/kine/inbox");
  const refused = page.getByRole("link", { name: /Respondieron tu postulación/ });
  await expect(refused).toHaveCount(3);
  await expect(refused.first().locator(".."), "what is only told is not").not.toHaveClass(/bg-primary-soft/);
  expect((await refused.first().boundingBox())!.height).toBeLessThanOrEqual(70);
  await expect(page.getByRole("link", { name: /Aceptaron tu postulación/ })).toContainText(`Ana Leída ${stamp}`);
  await expect(refused.filter({ hasText: "Ana Leída" }), "who does not accept is not named").toHaveCount(0);
  const button = page.getByRole("button", { name: "Marcar todo como leído" });
  await expectToFitEverywhere(page, button);
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(button).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Avisos", exact: true })).toBeVisible();
  await expect(page.getByText("Sin leer:")).toHaveCount(0);
});

test("¿Pudieron coordinar? has its answers in its row, stands though it was read, and one answer ends it for both", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Coordina ${stamp}`);
  const carla = like(cast.carla, `Carla Coordina ${stamp}`, { license_number: `Q ${stamp}` });
  const patient = await enter(baseURL!, ana, "sign up");
  const kine = await enterApproved(baseURL!, carla);
  const { id: case_id } = await patient.api.cases.create({ title: `Codo ${stamp}`, description: "Me duele" });
  const { id } = await kine.api.matches.apply({ case_id, message: null });
  await patient.api.matches.accept({ id });
  await askWhetherCoordinated(id);
  const of = await openAs(browser, baseURL!, ana, "/dashboard/patient/inbox");
  const page = await openAs(browser, baseURL!, carla, "/dashboard/kine/inbox");
  for (const each of [of, page]) {
    await each.getByRole("button", { name: "Marcar todo como leído" }).click();
    await expect(each.getByText("Sin leer:")).toHaveCount(0);
    await expect(each.getByRole("heading", { level: 2, name: "Te esperan" })).toBeVisible();
    await expect(each.getByRole("link", { name: /¿Pudieron coordinar\?/ })).toBeVisible();
  }
  const answer = page.getByRole("button", { name: `Ya coordinamos: Ana Coordina ${stamp}` });
  await expect(page.getByRole("link", { name: "Escribirle" })).toHaveAttribute("href", new RegExp(`mensajes=${id}$`));
  await expectAccessible(page);
  await expectToFitEverywhere(page, answer);
  await answer.click();
  for (const each of [of, page]) await expect(each.getByRole("link", { name: /¿Pudieron coordinar\?/ })).toHaveCount(0);
  await page.goto("/dashboard/kine/matches");
  await expect(page.getByRole("listitem").filter({ hasText: `Codo ${stamp}` })).toContainText(
    "Coordinaron por su cuenta",
  );
});

test("a mail's link shows what it ends, visits end nothing, and one press does", async ({ page, baseURL, request }) => {
  test.setTimeout(180_000);
  const member = like(cast.ana, `Ana Baja ${stamp}`);
  const ana = await enter(baseURL!, member, "sign up");
  const mailOf = async () =>
    (await ana.api.notifications.settings()).groups.find(({ group }) => group === "own_cases")!.mail;
  const path = `/baja/${unsubscribeToken(secretOf(), ana.id, "own_cases", member.email)}`;
  for (let n = 0; n < VISITS; n += 25)
    await Promise.all(
      Array.from({ length: 25 }, async () => {
        const headers = { "x-forwarded-for": `198.18.0.${n / 25}` };
        expect((await request.get(path, { headers })).status()).toBe(200);
      }),
    );
  await page.goto(path);
  await expect(page.getByText("No te mandamos más correos de “Mis casos”.")).toBeVisible();
  await expectAccessible(page);
  expect(await mailOf()).toBe("at_once");
  await page.getByRole("button", { name: "No recibir más" }).click();
  await expect(page.getByRole("heading", { name: "Listo" })).toBeVisible();
  expect(await mailOf()).toBe("off");
  await page.goto("/baja/alterado");
  await expect(page.getByRole("heading", { name: "Este enlace no sirve" })).toBeVisible();
});
