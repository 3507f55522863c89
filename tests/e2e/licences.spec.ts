import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { isFull } from "../support/full.ts";
import { enter, enterApproved, like, type Person } from "../support/people.ts";
import { fixtures } from "./fixtures.ts";
import { expect, expectAccessible, openAs, signIn, test } from "./page.ts";

const stamp = Date.now();
const CHECKS = isFull ? 30 : 8;

/** The open card, which has the focus. */
const card = (page: Page) => page.getByRole("group", { name: / de / });

test("an admin re-checks licences by keyboard alone: a key copies the number and opens the register, another decides, the next opens by itself", async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const kines: Person[] = [];
  for (let made = 0; made < CHECKS; made += 8) {
    const name = `Teclas ${stamp} ${made}`;
    const kine = await enterApproved(baseURL!, like(cast.carla, name, { license_number: `K ${stamp}${made}` }));
    for (let n = made; n < Math.min(made + 8, CHECKS); n++)
      await kine.api.licences.add({ kind: "MP", jurisdiction: "50", number: `${stamp}${n}` });
    kines.push(kine);
  }
  const page = await openAs(browser, baseURL!, cast.elena, "/dashboard/admin/profile", async (empty) => {
    await empty.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    // No request may leave this machine.
    await empty.context().route(/sisa\.msal\.gov\.ar/, (route) => route.fulfill({ body: "Registro" }));
  });
  await page.getByRole("link", { name: "Matrículas" }).focus();
  await page.keyboard.press("Enter");
  const keys = { v: "Matrícula comprobada", d: "Matrícula en duda", i: "Matrícula inactiva" } as const;
  const due = { v: "fresh", d: "doubtful", i: "inactive" } as const;
  const decided: (keyof typeof keys)[] = [];
  for (let looked = 0; decided.length < CHECKS && looked < 200; looked++) {
    await expect(card(page)).toBeFocused();
    const name = (await card(page).getAttribute("aria-label")) ?? "";
    if (!name.includes(`Teclas ${stamp}`)) {
      // A licence of another test: skip it.
      await page.keyboard.press("s");
    } else {
      if (decided.length < 2) {
        const opening = page.context().waitForEvent("page");
        await page.keyboard.press("c");
        const register = await opening;
        await expect(register.getByText("Registro")).toBeVisible();
        await register.close();
        await page.bringToFront();
        expect(name).toContain(await page.evaluate(() => navigator.clipboard.readText()));
        await card(page).focus();
      }
      const key = (["v", "v", "d", "v", "i"] as const)[decided.length % 5]!;
      await page.keyboard.press(key);
      await expect(page.getByText(keys[key]).last()).toBeVisible();
      decided.push(key);
    }
    if (decided.length < CHECKS) await expect(page.getByRole("group", { name, exact: true })).toHaveCount(0);
  }
  const standings = async () => {
    const found = await Promise.all(kines.map(async ({ api }) => (await api.licences.mine()).items));
    return found.flat().flatMap(({ is_first, standing }) => (is_first ? [] : [standing]));
  };
  // An earlier notice may still be visible when the last key is pressed.
  await expect.poll(standings).toEqual(decided.map((key) => due[key]));
  await expectAccessible(page);
  console.log(`${decided.length} licences re-checked by keyboard`);
  await page.context().close();
});

test("a specialist declares another licence with its evidence, and reads what is known of each; the public page says where and when", async ({
  page,
  baseURL,
}) => {
  test.slow();
  const kine = like(cast.carla, `Matrículas ${stamp}`, { license_number: `MN ${stamp}`, location_city: "La Plata" });
  const { id, api } = await enterApproved(baseURL!, kine);
  await signIn(page, kine, "/dashboard/kine/profile?parte=coberturas");
  const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Matrículas" }) });

  await test.step("what is known of the first, and where one is missing", async () => {
    const first = section.getByRole("listitem").first();
    await expect(first).toContainText(/MN [\d.]+, CABA/);
    await expect(first).toContainText(/Comprobada el \d+ \S+ \d{4}/);
    await expect(
      section.getByText("Atendés en La Plata y todavía no comprobamos una matrícula tuya de Buenos Aires.", {
        exact: false,
      }),
    ).toBeVisible();
    await expectAccessible(page);
  });
  await test.step("another is declared", async () => {
    await section.getByText("Agregar otra matrícula").click();
    await section.getByRole("button", { name: "Agregar matrícula" }).click();
    await expect(section.getByText("Elegí la provincia", { exact: true }).last()).toBeVisible();
    await section.getByLabel("Provincia", { exact: true }).selectOption("Buenos Aires");
    await section.getByLabel("Número", { exact: true }).fill(`${stamp}`);
    await section.getByRole("button", { name: "Agregar matrícula" }).click();
    await expect(page.getByText("Matrícula agregada")).toBeVisible();
    await expect(section.getByRole("listitem").nth(1)).toContainText("Por comprobar");
  });
  await test.step("its evidence is sent, and one that is no image or PDF is not", async () => {
    const second = section.getByRole("listitem").nth(1);
    await second.getByLabel(/^Subir constancia/).setInputFiles(fixtures.pdf);
    await expect(page.getByText("Constancia enviada")).toBeVisible();
    await expect(second.getByText("Enviada el", { exact: false })).toBeVisible();
    await second
      .getByLabel(/^Cambiar la constancia/)
      .setInputFiles({ name: "nota.txt", mimeType: "text/plain", buffer: Buffer.from("hola") });
    await expect(page.getByText("nota.txt no es un formato válido", { exact: false })).toBeVisible();
  });
  await test.step("once it is checked, the public page says where and when", async () => {
    const elena = await enter(baseURL!, cast.elena, "sign in");
    const licence = (await api.licences.mine()).items.find(({ is_first }) => !is_first)!;
    await elena.api.licences.verify({ id: licence.id });
    await expect(section.getByRole("listitem").nth(1)).toContainText(/Comprobada el/);
    await expect(section.getByText("Atendés en La Plata", { exact: false })).toBeHidden();
    // The person's name contains the same digits, also in the link that shares the page.
    const name = String(kine.metadata["name"]);
    const markup = await (await page.request.get(`/kines/${id}`)).text();
    const html = markup.replaceAll(name, "").replaceAll(encodeURIComponent(name), "");
    expect(html).toContain("MN de CABA. Comprobada el ");
    expect(html).toContain("MP de Buenos Aires. Comprobada el ");
    expect(html).not.toContain(String(stamp));
  });
  await test.step("and it is withdrawn after a question", async () => {
    await section.getByRole("button", { name: /^Retirar/ }).click();
    await page.getByRole("button", { name: "Retirar matrícula" }).click();
    await expect(page.getByText("Matrícula retirada")).toBeVisible();
    await expect(section.getByRole("listitem")).toHaveCount(1);
  });
});
