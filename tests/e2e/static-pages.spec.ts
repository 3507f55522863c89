import { cast } from "../../app/demo/cast.ts";
import { enterApproved, like } from "../support/people.ts";
import { expect, openAs, test } from "./page.ts";

const stamp = Date.now();
const PATHS = [
  "/",
  "/kinesiologos",
  "/kinesiologos/buscar?que=abogado",
  "/como-ordenamos",
  "/terminos",
  "/privacidad",
  "/k/nadie",
];
const MOST_BYTES = 3_000;

test.use({ expectedProblems: [/404/] });

test("pages that are read bring one script of at most 3 kB", async ({ page }) => {
  for (const path of PATHS) {
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
  await page.context().close();
});

test("a photo that does not load leaves a specialist's initials on a page that is read", async ({ page }) => {
  await page.route("**/kinesiologos", async (route) => {
    const answer = await route.fetch();
    // The first card of the list gets a photo that is not there.
    const body = (await answer.text()).replace(
      /(data-initials="[^"]+"[^>]*>)(<\/span>)/,
      '$1<img data-photo src="/files/photos/none.png" alt="">$2',
    );
    await route.fulfill({ response: answer, body });
  });
  const asked = page.waitForResponse("**/files/photos/none.png");
  await page.goto("/kinesiologos");
  await asked;
  await expect(page.locator("img[data-photo][src$='none.png']")).toHaveCount(0);
});
