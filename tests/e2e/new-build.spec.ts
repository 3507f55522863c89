import { cast } from "../../app/demo/cast.ts";
import { enter, like } from "../support/people.ts";
import { type OwnServer, startOwnServer } from "./own-server.ts";
import { expect, expectAccessible, openAs, test } from "./page.ts";
import { makeSecondBuild } from "./second-build.ts";

const CASES = "/dashboard/patient/cases";
const OTHER = /\/assets\/other-/;

let server: OwnServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startOwnServer();
});
test.afterAll(async () => server.close());

test(
  "pages left open at a deployment learn of it, keep drafts, and go on where their files are gone",
  { tag: "@operations/full" },
  async ({ browser }) => {
    test.setTimeout(150_000);
    const ana = like(cast.ana, "Ana Actual");
    await enter(server.url, ana, "sign up");
    const withDraft = await openAs(browser, server.url, ana, `${CASES}?nuevo=1`);
    await withDraft.getByLabel("Título").fill("Tobillo");
    await withDraft.getByRole("button", { name: "Cancelar" }).click();
    const onItsWay = await openAs(browser, server.url, ana, CASES);
    await expect(onItsWay.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
    const unaware = await (await browser.newContext({ locale: "es-AR", baseURL: server.url })).newPage();
    await unaware.goto("/privacidad");
    const withLoader = await (await browser.newContext({ locale: "es-AR", baseURL: server.url })).newPage();
    await withLoader.goto("/terminos");
    await expect(withDraft.getByText("Hay una versión nueva")).toHaveCount(0);
    await server.deploy(makeSecondBuild());

    await test.step("a notice says so, and its button brings the new one with the draft", async () => {
      await expect(withDraft.getByText("Hay una versión nueva")).toBeVisible();
      await expectAccessible(withDraft);
      const fresh = withDraft.waitForRequest(OTHER);
      await withDraft.getByRole("button", { name: "Actualizar" }).click();
      await fresh;
      await expect(withDraft.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
      await expect(withDraft.getByText("Hay una versión nueva")).toHaveCount(0);
      await withDraft.getByRole("button", { name: "Crear Caso" }).click();
      await expect(withDraft.getByLabel("Título")).toHaveValue("Tobillo");
    });

    await test.step("the next section is loaded with it", async () => {
      await expect(onItsWay.getByText("Hay una versión nueva")).toBeVisible();
      await onItsWay.getByRole("link", { name: "Especialistas", exact: true }).click();
      await expect(onItsWay.getByRole("heading", { level: 1 })).toHaveText(/^Especialistas/);
      await expect(onItsWay.getByText("Hay una versión nueva")).toHaveCount(0);
    });

    await test.step("a page that has not heard of it goes on to a screen whose files are gone", async () => {
      const fresh = unaware.waitForRequest(OTHER);
      await unaware.getByRole("contentinfo").getByRole("link", { name: "Términos y condiciones" }).click();
      await fresh;
      await expect(unaware.getByRole("heading", { level: 1 })).toHaveText(/Términos/);
      await expect(unaware).toHaveURL(/\/terminos$/);
      await withLoader.getByRole("banner").getByRole("link", { name: "Iniciar sesión" }).click();
      await expect(withLoader.getByLabel("Contraseña", { exact: true })).toBeVisible();
    });
    await Promise.all([withDraft, onItsWay, unaware, withLoader].map((page) => page.context().close()));
  },
);
