import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { insertFewRows } from "../support/few-rows.ts";
import { isFull } from "../support/full.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { type OwnServer, startOwnServer } from "./own-server.ts";
import { expect, expectAccessible, openAs, settled, test } from "./page.ts";
import { hardToHit, invisibleFocus } from "./screens.measures.ts";

// One server of its own, with more than a page in each list.
test.describe.configure({ mode: "serial" });

const stamp = Date.now();
const DESKTOP = { width: 1440, height: 900 };
const applicant = (name: string) =>
  like(cast.diego, `${name} ${stamp}`, { license_number: `MN ${stamp}${name.charCodeAt(0)}` });
const [first, second, third] = [applicant("Primera"), applicant("Segunda"), applicant("Tercera")];

let server: OwnServer;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startOwnServer();
  await insertFewRows(server.database.url, 30);
  for (const each of [first, second, third]) await enter(server.url, each, "sign up");
});
test.afterAll(() => server?.close());

async function openAdmin(browser: Parameters<typeof openAs>[0], path: string) {
  const page = await openAs(browser, server.url, cast.elena, path);
  await page.setViewportSize(DESKTOP);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  // What hears keys in the frame comes after the screen.
  await expect(page.getByRole("button", { name: "Buscar (Ctrl+K)" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Secciones" })).toBeVisible();
  return page;
}

/** The whole rows of the table within the window. */
const rowsInSight = (page: Page) =>
  page
    .locator("tbody")
    .first()
    .getByRole("row")
    .evaluateAll(
      (rows) =>
        rows.filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }).length,
    );

test("at 1440 × 900 an admin sees at least fifteen rows of each list at once", async ({ browser }) => {
  const page = await openAs(browser, server.url, cast.elena, "/");
  for (const [section, label] of [
    ["users", "Usuarios"],
    ["patients", "Pacientes"],
    ["kines", "Especialistas"],
    ["cases", "Casos"],
    ["reviews", "Reseñas"],
    ["audit", "Auditoría"],
  ] as const) {
    await page.setViewportSize(DESKTOP);
    await page.goto(`/dashboard/admin/${section}`);
    await expect(page.getByRole("table", { name: label }).getByRole("row").nth(1)).toBeVisible();
    const rows = await rowsInSight(page);
    console.log(`${section}: ${rows} rows`);
    expect(rows, section).toBeGreaterThanOrEqual(15);
    // The lists share their table and their cards.
    if (!isFull && section !== "users") continue;
    await expectAccessible(page);
    expect(await hardToHit(page), section).toEqual([]);
    expect(await invisibleFocus(page), section).toEqual([]);
    // Below 768 px they are cards.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("table")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("listitem").nth(3)).toBeVisible();
    await expectAccessible(page);
  }
});

test("the heads of a table sort it, and say so", async ({ browser }) => {
  const page = await openAdmin(browser, "/dashboard/admin/users");
  const firstName = async () => (await page.locator("tbody").getByRole("rowheader").first().innerText()).toLowerCase();
  const head = page.getByRole("columnheader", { name: "Nombre" });
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/orden=nombre/);
  await expect.poll(async () => (await firstName()) < "kine").toBe(true);
  await head.getByRole("button").click();
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect.poll(async () => (await firstName()) > "paciente acosta").toBe(true);
  await page.getByLabel("Orden").selectOption("Más antiguos");
  await expect(page.getByRole("columnheader", { name: "Registro" })).toHaveAttribute("aria-sort", "ascending");
});

test("a panel beside the list leads from a person to their case, its specialist, review and audit, and back", async ({
  browser,
}) => {
  const page = await openAdmin(browser, "/dashboard/admin/reviews");
  await page.locator("tbody").getByRole("row").first().getByRole("button").click();
  await page.getByRole("button", { name: "Ver el caso" }).click();
  const file = page.getByRole("region", { name: "Ficha del caso" });
  const title = await file.getByRole("heading", { level: 2 }).innerText();
  await expectAccessible(page);
  const review = file.getByRole("region", { name: "Reseñas" });
  await review.getByRole("button").nth(1).click();
  const person = page.getByRole("region", { name: "Ficha de la persona" });
  await expect(person.getByRole("region", { name: "Reseñas recibidas" })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(file.getByRole("heading", { level: 2 })).toHaveText(title);
  await page.reload();
  await expect(file.getByRole("heading", { level: 2 })).toHaveText(title);
  await file.getByRole("paragraph").filter({ hasNotText: "Asignado a" }).getByRole("button").first().click();
  await expect(person.getByRole("region", { name: "Casos" })).toBeVisible();
  await person.getByRole("link", { name: "Auditoría" }).click();
  await expect(page).toHaveURL(/audit\?buscar=/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/dashboard/admin/patients`);
  await page.getByRole("main").getByRole("listitem").first().getByRole("button").first().click();
  await expect(page.getByRole("dialog", { name: "Ficha de la persona" })).toBeVisible();
  await expectAccessible(page);
});

/** Counts the keys of a task. */
function keyboardOf(page: Page) {
  let keys = 0;
  return {
    press: async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name);
      keys += names.length;
    },
    type: async (text: string) => {
      await page.keyboard.type(text);
      keys += text.length;
    },
    take: () => {
      const taken = keys;
      keys = 0;
      return taken;
    },
  };
}

test("the ten commonest tasks of an admin are done by keyboard alone, each in a few keys", async ({ browser }) => {
  const page = await openAdmin(browser, "/dashboard/admin/users");
  const { press, type, take } = keyboardOf(page);
  const counted: Record<string, number> = {};
  const panel = page.locator("[data-panel]");
  const heading = panel.getByRole("heading", { level: 2 });
  const row = (n: number) => page.locator("[data-row]").nth(n);
  const openerOf = (n: number) => row(n).locator("[data-opener]");
  const ready = async () => {
    await expect(openerOf(0)).toBeVisible();
    // The browser may hand the focus to a window of another test, and keys would go nowhere.
    await page.bringToFront();
  };

  await test.step("1. the tenth row", async () => {
    await press(..."jjjjjjjjjj");
    await expect(openerOf(9)).toBeFocused();
    counted["go to the tenth row"] = take();
  });
  await test.step("2. open a person", async () => {
    await press("Enter");
    await expect(heading).toBeFocused();
    counted["open a person"] = take();
  });
  await test.step("3. read the next ones", async () => {
    const name = await heading.innerText();
    await press("j");
    await expect(heading).not.toHaveText(name);
    await press("k");
    await expect(heading).toHaveText(name);
    counted["go on to the next person"] = take() / 2;
    await press("Escape");
    await expect(panel).toBeHidden();
    take();
  });
  await test.step("4. find somebody by name", async () => {
    await press("/");
    await type("primera");
    await expect(page).toHaveURL(/buscar=primera/);
    await expect(openerOf(0)).toHaveText(first.metadata["name"] as string);
    await press("Enter");
    await expect(openerOf(0)).toBeFocused();
    const letters = "primera".length;
    counted["find somebody, besides the letters"] = take() - letters;
  });
  await test.step("5. change a role", async () => {
    const role = page.getByLabel(`Rol de ${first.metadata["name"]}`);
    await press("Enter");
    await expect(role).toBeVisible();
    for (let presses = 0; presses < 20; presses++) {
      if (await role.evaluate((select) => select === document.activeElement)) break;
      await press("Tab");
    }
    await expect(role).toBeFocused();
    counted["reach the role of who was found"] = take();
  });
  await test.step("6. suspend somebody, up to the question", async () => {
    await page.goto(`${server.url}/dashboard/admin/users?buscar=segunda`);
    await ready();
    await press("j", "Enter");
    await expect(heading).toBeFocused();
    await press("u");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    counted["ask to suspend somebody"] = take();
    await press("Escape");
    take();
  });
  await test.step("7. approve the request that has waited longest", async () => {
    await page.goto(`${server.url}/dashboard/admin/applications`);
    await ready();
    await press("j");
    await expect(openerOf(0)).toBeFocused();
    const name = await openerOf(0).innerText();
    await press("Enter");
    await expect(
      page.getByRole("region", { name: "Solicitud", exact: true }).getByRole("heading").first(),
    ).toBeFocused();
    await press("a");
    await expect(page.getByText("Especialista aprobado exitosamente").first()).toBeVisible();
    await expect(openerOf(0)).not.toHaveText(name);
    counted["approve the request that has waited longest"] = take();
  });
  await test.step("8. reject one with a reason", async () => {
    // The card goes on to the next one.
    await expect(page.getByRole("region", { name: "Solicitud", exact: true }).getByRole("heading").first()).toHaveText(
      await openerOf(0).innerText(),
    );
    await press("r");
    const question = page.getByRole("alertdialog");
    await expect(question).toBeVisible();
    await press("Tab");
    await expect(question.locator(":focus")).toBeVisible();
    counted["come to the reason of a rejection"] = take();
    await press("Escape");
    await expect(question).toBeHidden();
    take();
  });
  await test.step("9. close a case, up to the question", async () => {
    await page.goto(`${server.url}/dashboard/admin/cases?filtro=open`);
    await ready();
    await press("j", "Enter");
    await expect(heading).toBeFocused();
    await press("f");
    await expect(page.getByRole("alertdialog", { name: /^Cerrar/ })).toBeVisible();
    counted["ask to close a case"] = take();
    await press("Escape");
    take();
  });
  await test.step("10. hide several reviews with one reason", async () => {
    await page.goto(`${server.url}/dashboard/admin/reviews`);
    await ready();
    await press("j", "x", "j", "x");
    await expect(page.getByText("2 reseñas elegidas")).toBeVisible();
    counted["choose two reviews"] = take();
    await page.getByRole("button", { name: "Ocultar 2 reseñas elegidas" }).press("Enter");
    await page.getByLabel("Motivo").fill("Publicidad");
    await page.getByRole("alertdialog").getByRole("button", { name: "Ocultar 2" }).press("Enter");
    await expect(page.getByText("Reseñas ocultas")).toBeVisible();
    await expect(page.getByText("2 reseñas elegidas")).toBeHidden();
    await expect(page.getByText("Oculta", { exact: true })).toHaveCount(2);
  });
  console.log(counted);
  expect(counted).toEqual({
    "go to the tenth row": 10,
    "open a person": 1,
    "go on to the next person": 1,
    "find somebody, besides the letters": 2,
    "reach the role of who was found": expect.any(Number),
    "ask to suspend somebody": 3,
    "approve the request that has waited longest": 3,
    "come to the reason of a rejection": 2,
    "ask to close a case": 3,
    "choose two reviews": 4,
  });
  expect(counted["reach the role of who was found"]).toBeLessThanOrEqual(12);
});

test("ten requests are checked in the register and decided in four keys each, and those without a check bear no badge", async ({
  browser,
}) => {
  const names = Array.from({ length: 11 }, (_, n) => `Cola ${String.fromCharCode(65 + n)}`);
  for (const name of names)
    await enter(
      server.url,
      like(cast.diego, `${name} ${stamp}`, { license_number: `MN ${stamp}${name.charCodeAt(5)}` }),
      "sign up",
    );
  const { api } = await enter(server.url, cast.elena, "sign in");
  const page = await openAdmin(browser, "/dashboard/admin/users");
  // The register is another site.
  await page.addInitScript(() => {
    window.open = (url) => {
      document.documentElement.dataset["opened"] = `${document.documentElement.dataset["opened"] ?? ""} ${String(url)}`;
      return null;
    };
  });
  await page.goto(`${server.url}/dashboard/admin/applications`);
  const rows = page.getByRole("region", { name: /^Pendientes/ }).locator("[data-row]");
  await expect(rows.nth(10)).toBeVisible();
  expect((await rows.first().boundingBox())!.height).toBeLessThanOrEqual(41);
  await expectAccessible(page);
  const { press, take } = keyboardOf(page);
  const heading = page.locator("[data-panel]").getByRole("heading", { level: 2 });
  await press("j", "Enter");
  await expect(heading).toBeFocused();
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: "Copiar y abrir el registro" })).toBeEnabled();
  await press("v");
  await expect(page.getByText("Abrí primero el registro", { exact: false })).toBeVisible();
  take();
  const isChecked = async (name: string) =>
    (await api.profiles.kines({ search: name })).items.find((each) => each.name === name)?.license_checked;
  const decided: string[] = [];
  for (let n = 0; n < 10; n++) {
    const name = await heading.innerText();
    decided.push(name);
    await press("c");
    await expect(page.getByText("Registro abierto", { exact: false })).toBeVisible();
    await press("v");
    await expect(page.getByText("Comprobada en el registro")).toBeVisible();
    await press("a");
    await expect(heading).not.toHaveText(name);
    await expect(heading).toBeFocused();
    expect(take()).toBeLessThanOrEqual(4);
  }
  const opened = await page.locator("html").getAttribute("data-opened");
  expect(opened?.trim().split(" ")).toHaveLength(10);
  const last = await heading.innerText();
  await press("a");
  await expect(rows.filter({ hasText: last })).toHaveCount(0);
  // The server applies each when its eight seconds to undo are over.
  const applied = { timeout: 25_000 };
  for (const name of decided) await expect.poll(() => isChecked(name), applied).toBe(true);
  await expect.poll(() => isChecked(last), applied).toBe(false);
});

test("Ctrl+K leads to a person, a case, a licence or a screen within six keys besides what is typed", async ({
  browser,
}) => {
  const page = await openAdmin(browser, "/dashboard/admin/users");
  const search = page.getByRole("dialog", { name: "Buscar" });
  // Enter opens the first result; pressed before the results have come, it waits for them.
  const find = async (text: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Personas, casos, matrículas o pantallas" })).toBeFocused();
    await page.keyboard.type(text);
  };
  const enter = async () => {
    await page.keyboard.press("Enter");
    await expect(search).toHaveCount(0);
  };
  const goTo = async (text: string) => {
    await find(text);
    await enter();
  };
  await find("dolor de rodilla 12");
  // The first letters have found another one meanwhile.
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([/Dolor de rodilla 12/]);
  await page.keyboard.press("ArrowDown");
  await enter();
  await expect(page.getByRole("region", { name: "Ficha del caso" }).getByRole("heading", { level: 2 })).toHaveText(
    "Dolor de rodilla 12",
  );
  await goTo("kine10@");
  await expect(page.getByRole("region", { name: "Ficha de la persona" })).toContainText("kine10@example.com");
  await goTo(first.metadata["license_number"] as string);
  await expect(page.getByRole("region", { name: "Ficha de la persona" })).toContainText("Primera");
  await goTo("auditoria");
  await expect(page.getByRole("heading", { name: "Auditoría", level: 1 })).toBeVisible();
  await find("primera");
  const named = search.page().getByRole("option", { name: new RegExp(first.metadata["name"] as string) });
  await expect(named).toContainText(first.metadata["location_city"] as string);
  const within = (await search.boundingBox())!;
  const list = (await page.getByRole("listbox").boundingBox())!;
  expect(list.y + list.height).toBeLessThanOrEqual(within.y + within.height);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(search).toBeHidden();
  await find("zqzqzq");
  await expect(page.getByText("No encontramos nada con eso.")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(search).toBeHidden();
});

/** A key as it is pressed: "?" names letters as the buttons draw them. */
const pressed = (key: string) => (key.length === 1 ? key.toLowerCase() : key);

test("each key that '?' names does something on the screen that shows it", async ({ browser }) => {
  const page = await openAdmin(browser, "/dashboard/admin/users");
  // The register is another site, whose tab would take the focus.
  await page.addInitScript(() => void (window.open = () => null));
  const help = page.getByRole("dialog", { name: "Atajos del teclado" });
  const panel = page.locator("[data-panel]");
  const focusedRow = page.locator("[data-row]:focus-within");
  const opens = async () => {
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(panel.getByRole("heading", { level: 2 })).toBeFocused();
  };
  const acts: Record<string, () => Promise<unknown>> = {
    "/": async () => {
      await page.keyboard.press("/");
      await expect(page.getByRole("searchbox").and(page.locator(":focus"))).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(focusedRow).toBeVisible();
      await page.keyboard.press("/");
      await page.keyboard.press("Escape");
    },
    j: async () => {
      await page.keyboard.press("j");
      await expect(focusedRow).toBeVisible();
    },
    k: async () => {
      await page.keyboard.press("k");
      await expect(focusedRow).toBeVisible();
    },
    Enter: opens,
    Esc: async () => {
      await page.keyboard.press("Escape");
      await expect(panel).toBeHidden();
    },
    x: async () => {
      await page.keyboard.press("x");
      await expect(page.getByText("1 reseña elegida")).toBeVisible();
    },
    "?": async () => {
      await page.keyboard.press("?");
      await expect(help).toBeVisible();
    },
  };
  const named: Record<string, string[]> = {};
  const leading: Record<string, string> = {};
  for (const section of [
    "users",
    "patients",
    "kines",
    "cases?filtro=open",
    "reviews",
    "applications",
    "changes",
    "reports",
    "audit",
    "today",
    "pulse",
    "queues",
    "zones",
  ]) {
    const arrive = async () => {
      await page.goto(`${server.url}/dashboard/admin/${section}`);
      await expect(page.getByRole("button", { name: "Atajos del teclado" })).toBeVisible();
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      await settled(page);
    };
    await arrive();
    await page.keyboard.press("?");
    await expect(help).toBeVisible();
    await settled(page);
    const all = await help.locator("dt").allInnerTexts();
    const keys = all.filter((key) => !key.startsWith("G ")).map(pressed);
    // These are the same on each screen.
    leading[section] = all.filter((key) => key.startsWith("G ")).join();
    const ofPanel = (await help.locator("h3:text('Con la ficha abierta') + dl dt").allInnerTexts()).map(pressed);
    named[section] = keys;
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    for (const key of keys) {
      if (acts[key]) {
        await test.step(`${key} in ${section}`, acts[key]);
        continue;
      }
      await arrive();
      if (ofPanel.includes(key)) await opens();
      // Its address comes with the settings.
      if (section === "applications" && "cv".includes(key))
        await expect(page.getByRole("button", { name: "Copiar y abrir el registro" })).toBeEnabled();
      await page.keyboard.press(key);
      if (section === "applications" && "cv".includes(key)) {
        const words = { c: "Registro abierto", v: "Abrí primero el registro" }[key as "c" | "v"];
        await expect(page.getByText(words, { exact: false })).toBeVisible();
        continue;
      }
      if (section === "applications" && key === "a") {
        await expect(page.getByText("Especialista aprobado exitosamente").first()).toBeVisible();
        await page.keyboard.press("?");
        await expect(help).toContainText("Deshacer lo último, por 8 segundos");
        await page.keyboard.press("Escape");
        await expect(help).toBeHidden();
        await page.keyboard.press("z");
        await expect(page.getByText("Decisión deshecha")).toBeVisible();
        continue;
      }
      const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
      await expect(question, `${key} in ${section}`).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(question).toBeHidden();
    }
    await page.keyboard.press("Escape");
  }
  expect(named["users"]).toEqual(["/", "j", "k", "Enter", "Esc", "?", "u"]);
  // A letter does the same on every screen that names it.
  for (const key of ["a", "r"])
    expect(
      Object.keys(named).filter((section) => named[section]!.includes(key)),
      key,
    ).toEqual(["applications", "changes"].filter((section) => named[section]!.includes(key)));
  expect(named["zones"]).toEqual(["?"]);
  expect(new Set(Object.values(leading)).size).toBe(1);
});

test("'g' and a letter lead to each screen of the menu from any of them, as '?' says, and not while something is typed", async ({
  browser,
}) => {
  const page = await openAdmin(browser, "/dashboard/admin/users");
  const help = page.getByRole("dialog", { name: "Atajos del teclado" });
  await page.keyboard.press("?");
  await expect(help).toBeVisible();
  const terms = await help.locator("dt").allInnerTexts();
  const words = await help.locator("dd").allInnerTexts();
  const screens = terms.flatMap((key, n) =>
    key.startsWith("G ") ? [[pressed(key.slice(2)), words[n]!] as const] : [],
  );
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  const sections = page.getByRole("navigation", { name: "Secciones" });
  const current = sections.locator("[aria-current=page]");
  expect(screens).toHaveLength(await sections.getByRole("link").count());
  for (const [letter, name] of screens) {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await expect(current, letter).toHaveText(new RegExp(`^${name}`));
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  }
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(current).toHaveText("Usuarios");
  await page.keyboard.press("/");
  await page.keyboard.type("gc");
  await expect(page.getByRole("searchbox")).toHaveValue("gc");
  await expect(current).toHaveText("Usuarios");
});

test("'?' lists the keys of a screen, and there a person turns them off", async ({ browser }) => {
  const page = await openAdmin(browser, "/dashboard/admin/users");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Atajos del teclado" });
  await expect(help).toContainText("Suspender o restablecer");
  await expectAccessible(page);
  await help.getByRole("checkbox", { name: "Usar atajos de una sola tecla" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("j");
  await expect(page.locator("[data-opener]").first()).not.toBeFocused();
});

test("'Hoy' lists what waits with the counts of the menu, and a forgotten case opens beside it", async ({
  browser,
}) => {
  const licensed = await enterApproved(server.url, applicant("Vencida"));
  const admin = await enter(server.url, cast.elena, "sign in");
  await admin.api.licences.doubt({ id: (await licensed.api.licences.mine()).items[0]!.id, reason: "No figura" });
  const reporter = await enter(server.url, like(cast.ana, `Ana Denuncia ${stamp}`), "sign up");
  await reporter.api.reports.create({ subject: "profile", id: licensed.id, reason: "false_licence" });
  const page = await openAs(browser, server.url, cast.elena, "/dashboard/admin/today");
  await page.setViewportSize(DESKTOP);
  // It counts nothing itself: each number of the menu stands once.
  await expect(
    page.getByRole("navigation", { name: "Secciones" }).getByRole("link", { name: "Hoy", exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  const waiting = page.getByRole("region", { name: "Por decidir" }).getByRole("listitem");
  for (const [name, section] of [
    ["Solicitudes de especialistas", "Solicitudes"],
    ["Matrículas para comprobar", "Matrículas"],
    ["Denuncias", "Denuncias"],
  ] as const) {
    const menu = page.getByRole("link", { name: new RegExp(`^${section} \\d+ por decidir$`) });
    const count = /\d+/.exec(await menu.innerText())![0];
    await expect(waiting.filter({ hasText: name })).toContainText(new RegExp(`^${name}${count}`));
  }
  const forgotten = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Casos sin postulaciones" }) })
    .getByRole("listitem")
    .first();
  await forgotten.getByRole("button").click();
  await expect(page.getByRole("region", { name: "Ficha del caso" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  // The reminder of the second step takes one line.
  const reminder = page.getByRole("status").filter({ hasText: "Activar el segundo paso" });
  expect((await reminder.boundingBox())!.height).toBeLessThan(60);
  await page.keyboard.press("Escape");
  await expect(waiting.last()).toBeInViewport({ ratio: 1 });
  await waiting.filter({ hasText: "Matrículas" }).getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Matrículas", level: 1 })).toBeVisible();
  // Phones have room for two screens of a group, and for each number once.
  await page.goto("/dashboard/admin/applications");
  const strip = page.getByRole("navigation", { name: "Pantallas de Trabajo" });
  await expect(strip.getByRole("link")).toHaveText([/^Solicitudes/, /^(Matrículas|Denuncias|Reseñas)\d/]);
  const bar = page.getByRole("navigation", { name: "Accesos" });
  await expect(bar.getByRole("link", { name: /^Trabajo \d+ por decidir$/ })).toBeVisible();
  await expect(bar.getByRole("link", { name: "Hoy", exact: true })).toBeVisible();
});

test("an admin downloads a list as it is shown", async ({ browser }) => {
  const page = await openAdmin(browser, "/dashboard/admin/users?filtro=admin");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Descargar CSV" }).click();
  expect((await downloading).suggestedFilename()).toBe("usuarios.csv");
});
