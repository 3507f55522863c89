import jsQR from "jsqr";
import sharp from "sharp";
import { cast } from "../../app/demo/cast.ts";
import { drawingOf } from "../support/pdf-drawing.ts";
import { enterApproved, like, type Person } from "../support/people.ts";
import { expect, expectAccessible, signIn, test } from "./page.ts";

// Eight or nine digits would be masked as a phone number at some hours, and such a handle is refused.
const stamp = Date.now().toString(36);
const member = like(cast.carla, `Carla Dirección ${stamp}`, { license_number: `H${stamp}`.slice(0, 18) });
const handle = `carla-direccion-${stamp}`;

test.describe.configure({ mode: "serial" });
// The browser logs the refusal of a taken address.
test.use({ expectedProblems: [/status of 409/] });
let carla: Person;
test.beforeAll(async () => {
  carla = await enterApproved(`http://localhost:${process.env["E2E_PORT"]}`, member);
});

test("a specialist takes a short address, sees its code, and is asked to choose another where it is taken", async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, member, "/dashboard/kine/profile?parte=pagina");
  const field = page.getByLabel("Dirección", { exact: true });
  await expect(field).toHaveValue(`carla-direccion-${stamp}`.slice(0, 30));
  await field.fill("soporte");
  await page.getByRole("button", { name: "Guardar dirección" }).press("Enter");
  await expect(field).toHaveAccessibleDescription(/Esa dirección no está disponible/);
  await field.fill(handle);
  await page.getByRole("button", { name: "Guardar dirección" }).press("Enter");
  await expect(page.getByText("Dirección guardada")).toBeVisible();
  const code = page.getByRole("img", { name: /^Código QR de / });
  await page.getByText("Imprimir y más").click();
  await code.scrollIntoViewIfNeeded();
  await expect(code).toHaveJSProperty("complete", true);
  await expect(code).not.toHaveJSProperty("naturalWidth", 0);
  await page.getByRole("img", { name: "Así se ve tu insignia" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("img", { name: "Así se ve tu insignia" })).not.toHaveJSProperty("naturalWidth", 0);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("link", { name: "Compartir" })).toHaveText("Compartir");
  await expect(field, "changing it is rare").toBeHidden();
  await page.getByText("Cambiar la dirección").click();
  await expect(field).toHaveValue(handle);
});

test("the short address leads to the profile, where anybody shares it", async ({ page, baseURL }) => {
  const answer = await page.request.get(`/k/${handle.toUpperCase()}`, { maxRedirects: 0 });
  const { location, "cache-control": kept } = answer.headers();
  expect([answer.status(), location, kept]).toEqual([301, `/k/${handle}`, "max-age=300"]);
  await page.goto(`/k/${handle}`);
  await expect(page).toHaveURL(`${baseURL}/kines/${carla.id}`);
  const share = page.getByRole("link", { name: "Compartir" });
  const href = new URL((await share.getAttribute("href"))!);
  expect(href.origin).toBe("https://wa.me");
  expect(href.searchParams.get("text")).toBe(
    `Mirá el perfil de ${member.metadata["name"]} en Kinexo: ${baseURL}/kines/${carla.id}`,
  );
  const text = `Mirá el perfil de ${member.metadata["name"]} en Kinexo:`;
  const sharesByMenu = async () => {
    await page.evaluate(() => {
      Object.assign(navigator, {
        share: (data: ShareData) => Promise.resolve(Object.assign(window, { shared: data })),
      });
    });
    await share.click();
    expect(await page.evaluate(() => (window as { shared?: ShareData }).shared)).toEqual({
      title: text,
      text,
      url: `${baseURL}/kines/${carla.id}`,
    });
  };
  await sharesByMenu();
  await signIn(page, member, `/kines/${carla.id}`);
  // Until the application has started, the link leads to WhatsApp.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("a[href^='https://wa.me/']")!).some((key) => key.startsWith("__reactProps")),
  );
  await sharesByMenu();
  for (const nobody of [`nadie-${stamp}`, "%00", "a".repeat(3_000), "..%2f..", "%F0%9F%98%80"])
    expect((await page.request.get(`/k/${nobody}`)).status()).toBe(404);
});

test.describe("a broken short address", () => {
  test.use({ expectedProblems: [/status of (404|409)/] });

  test("a broken short address offers those near it, and nobody where none is", async ({ page }) => {
    for (const broken of [handle.slice(0, -3), handle.replace("-", ""), handle.replace("direccion", "direcion")]) {
      await page.goto(`/k/${broken}`);
      await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
      await expect(page.getByRole("link", { name: new RegExp(`^${String(member.metadata["name"])}`) })).toHaveAttribute(
        "href",
        `/k/${handle}`,
      );
    }
    await expectAccessible(page);
    await page.goto(`/k/carlos-${stamp}`);
    await expect(page.getByRole("heading", { name: "¿Buscabas a alguien de acá?" })).toHaveCount(0);
  });
});

test("the codes of the page and of the printed cards lead to the short address", async ({ page, baseURL }) => {
  const read = async (svg: Buffer) => {
    const { data, info } = await sharp(svg, { density: 150 })
      .flatten({ background: "#fff" })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
  };
  const again = { "if-none-match": (await page.request.get(`/k/${handle}/card.pdf`)).headers()["etag"]! };
  expect((await page.request.get(`/k/${handle}/card.pdf`, { headers: again })).status()).toBe(304);
  const got = async (file: string) => (await page.request.get(`/k/${handle}/${file}`)).body();
  expect(await read(await got("qr.svg"))).toBe(`${baseURL}/k/${handle}`);
  for (const [file, width, height] of [
    ["card.pdf", 85, 54],
    ["card-a6.pdf", 105, 148],
  ] as const) {
    const card = drawingOf(await got(file));
    expect([card.width, card.height].map((points) => Math.round((points / 72) * 25.4))).toEqual([width, height]);
    expect(await read(card.svg)).toBe(`${baseURL}/k/${handle}`);
  }
});

test("the badge for other sites may be embedded, runs nothing, and shows no stars", async ({ page }) => {
  const answer = await page.request.get(`/k/${handle}/badge.svg`);
  expect(answer.headers()).toMatchObject({
    "content-type": "image/svg+xml",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=300, must-revalidate",
  });
  const svg = await answer.text();
  expect(svg).toMatch(/aria-label="Matrícula .*\. Comprobada el \d+\/\d+\/\d{4} por Kinexo"/);
  expect(svg).not.toMatch(/script|estrella|href/i);
  const code = await page.request.get(`/k/${handle}/qr.svg`);
  expect(code.headers()["cross-origin-resource-policy"]).toBe("same-origin");
});
