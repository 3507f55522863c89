import type { Page } from "@playwright/test";
import { hold } from "./failing.ts";
import { expect, expectAccessible, test } from "./page.ts";

const OLD = "Tu navegador es muy viejo para entrar. Actualizalo o probá con otro. Buscar especialistas funciona igual.";
const LOST = "No pudimos cargar la página. Revisá tu conexión y probá de nuevo.";
const SLOW = "La página está tardando en cargar.";
const ROOT = /\/assets\/root-.*\.js$/;

const notice = (page: Page) => page.locator("#start-notice");

async function expectNotice(page: Page, sentence: string) {
  await expect(notice(page).getByText(sentence)).toBeVisible();
  await expect(notice(page).locator("p:visible")).toHaveCount(2);
  await expect(notice(page).getByRole("link", { name: "+54 11 5555-5555" })).toHaveAttribute(
    "href",
    "tel:+541155555555",
  );
  await expect(notice(page).getByRole("link", { name: "equipo@kinexo.ar" })).toBeVisible();
}

test.use({
  expectedProblems: [/SyntaxError|Unexpected|TypeError|is not (a function|defined)|404|ERR_|Failed to fetch/],
});

test("a browser before the baseline is told so, and what is read goes on working", async ({ page }) => {
  await test.step("when it cannot read the first script", async () => {
    await page.route(ROOT, (route) => route.fulfill({ contentType: "text/javascript", body: "let let;" }));
    await page.goto("/auth?mode=signin", { waitUntil: "commit" });
    await expectNotice(page, OLD);
    await expectAccessible(page);
    await page.unroute(ROOT);
  });
  await test.step("when it lacks a function", async () => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(String.prototype, "isWellFormed");
      Reflect.deleteProperty(Object, "fromEntries");
      Reflect.deleteProperty(Array.prototype, "flatMap");
      Reflect.deleteProperty(Promise, "allSettled");
      Reflect.deleteProperty(globalThis, "AbortController");
      Reflect.deleteProperty(Object, "entries");
    });
    await page.goto("/dashboard/patient/cases", { waitUntil: "commit" });
    await expectNotice(page, OLD);
  });
  await test.step("when it knows no modules", async () => {
    await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, "noModule"));
    await page.route("/auth?mode=signin", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll('type="module"', 'type="unknown"');
      await route.fulfill({ response: answer, body });
    });
    await page.goto("/auth?mode=signin", { waitUntil: "commit" });
    await expectNotice(page, OLD);
  });
  await notice(page).getByRole("link", { name: "Buscar especialistas" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Buscar" }).first().click();
  await expect(page).toHaveURL(/kinesiologos/);
});

test("a script that does not arrive is told as that, and one that is late does not stay told", async ({ page }) => {
  await test.step("when the server has it no more", async () => {
    await page.route(ROOT, (route) => route.fulfill({ status: 404, body: "" }));
    await page.goto("/auth?mode=signin", { waitUntil: "commit" });
    await expectNotice(page, LOST);
    await page.unroute(ROOT);
  });
  await test.step("when it is blocked, until it is asked for again", async () => {
    await page.route(ROOT, (route) => route.abort("blockedbyclient"));
    await page.goto("/auth?mode=signin", { waitUntil: "commit" });
    await expectNotice(page, LOST);
    await page.unroute(ROOT);
    await notice(page).getByRole("link", { name: "probá de nuevo" }).click();
    await expect(page.getByLabel("Email")).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });
  await test.step("when it is on its way", async () => {
    const letCome = await hold(page, ROOT);
    // The page's own clock, which stands still while this machine is busy.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto("/auth?mode=signin", { waitUntil: "commit" });
    await expect(notice(page)).toBeAttached();
    await page.clock.runFor(2_400);
    await expect(notice(page)).toBeHidden();
    await page.clock.runFor(200);
    await expectNotice(page, SLOW);
    await page.clock.resume();
    letCome();
    await expect(page.getByLabel("Email")).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });
});
