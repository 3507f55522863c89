import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, openAs, test } from "./page.ts";

const stamp = Date.now();
const PATHS = [
  "/",
  "/kinesiologos",
  "/kinesiologos/buscar?que=abogado",
  "/como-ordenamos",
  "/como-moderamos",
  "/terminos",
  "/privacidad",
  "/k/nadie",
];
const MOST_BYTES = 3_000;

test.use({ expectedProblems: [/404|ERR_INTERNET_DISCONNECTED/] });

test("pages that are read bring one script of at most 3 kB", async ({ page, baseURL }) => {
  const kine = await enterApproved(
    baseURL!,
    like(cast.carla, `Carla Leída ${stamp}`, { license_number: `LE ${stamp}` }),
  );
  for (const path of [...PATHS, `/kines/${kine.id}`, `/kines/${kine.id}?vista=paciente`]) {
    const scripts: string[] = [];
    const hear = (request: { url(): string; resourceType(): string }) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    };
    page.on("request", hear);
    await page.goto(path, { waitUntil: "networkidle" });
    page.off("request", hear);
    expect([path, scripts.filter((script) => script !== "/offline.js")]).toEqual([path, ["/static-page.js"]]);
  }
  const script = await (await page.request.get("/static-page.js")).body();
  expect(script.length).toBeLessThanOrEqual(MOST_BYTES);
});

test("the bar of a page that is read leads to one's own pages while there is a session, also in another tab", async ({
  browser,
  baseURL,
}) => {
  const carla = like(cast.carla, `Carla Barra ${stamp}`, { license_number: `Q ${stamp}` });
  await enterApproved(baseURL!, carla);
  const page = await openAs(browser, baseURL!, carla, "/kinesiologos");
  await expect(page.getByRole("link", { name: "Mi panel" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Registro" })).toBeHidden();
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await other.getByRole("button", { name: "Menú de usuario" }).click();
  await other.getByRole("menuitem", { name: "Cerrar sesión" }).click();
  await expect(other.getByRole("status").filter({ hasText: "Sesión cerrada" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Registro" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Mi panel" })).toBeHidden();
  // A stored session that is cut off does not count.
  await page.evaluate(() => localStorage.setItem("session", '{"access_token":"a'));
  await page.reload();
  await expect(page.getByRole("link", { name: "Registro" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Mi panel" })).toBeHidden();
});

test.describe("with the worker that answers without a network", { tag: "@operations/full" }, () => {
  test.use({ serviceWorkers: "allow" });

  test("who signs out with unsaved input is not asked, says so also without a network, and is not shown on the way back", async ({
    browser,
    baseURL,
  }) => {
    const ana = like(cast.ana, `Ana Sale ${stamp}`);
    await enter(baseURL!, ana, "sign up");
    const page = await openAs(browser, baseURL!, ana, "/dashboard/patient/profile");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await page.getByLabel("Nombre completo").fill("Otro Nombre");
    await page.getByRole("button", { name: "Menú de usuario" }).click();
    const leave = page.getByRole("menuitem", { name: "Cerrar sesión" });
    await expect(leave).toBeVisible();
    await page.context().setOffline(true);
    await leave.click();
    await expect(page.getByRole("heading", { name: "Estás sin conexión" })).toBeVisible();
    await expect(page.getByText("Sesión cerrada")).toBeVisible();
    expect(dialogs).toEqual([]);
    await page.context().setOffline(false);
    await expect(page.getByRole("heading", { name: "Conecta con especialistas verificados" })).toBeVisible();
    await page.goBack();
    await page.waitForURL(/\/auth/);
    await expect(page.getByText(`Ana Sale ${stamp}`)).toHaveCount(0);
    await page.context().close();
  });
});

test("what was said to somebody who left takes nothing from who signed in since", async ({ page }) => {
  await page.goto("/terminos");
  await page.evaluate(() => {
    localStorage.setItem("session", "{}");
    sessionStorage.setItem("notice", "Sesión cerrada");
    sessionStorage.setItem("chosen-kine", "kept");
  });
  await page.goto("/privacidad");
  await expect(page.getByRole("link", { name: "Mi panel" })).toBeVisible();
  await expect(page.getByText("Sesión cerrada")).toHaveCount(0);
  expect(await page.evaluate(() => [sessionStorage.getItem("notice"), sessionStorage.getItem("chosen-kine")])).toEqual([
    null,
    "kept",
  ]);
});

test("a photo that does not load leaves a specialist's initials on a page that is read", async ({ page }) => {
  await page.route("**/kinesiologos", async (route) => {
    const answer = await route.fetch();
    // The first card of the list gets a photo whose file is missing.
    const body = (await answer.text()).replace(
      /(data-initials="[^"]+"[^>]*>)(<\/span>)/,
      '$1<img data-photo src="/files/photos/none.png" alt="">$2',
    );
    await route.fulfill({ response: answer, body });
  });
  const photoRequest = page.waitForResponse("**/files/photos/none.png");
  await page.goto("/kinesiologos");
  await photoRequest;
  await expect(page.locator("img[data-photo][src$='none.png']")).toHaveCount(0);
});
