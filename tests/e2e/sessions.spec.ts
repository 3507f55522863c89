import type { BrowserContext, Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, like, outcome } from "../support/people.ts";
import { hold, interceptFirst } from "./failing.ts";
import { expect, openAs, signIn, signInByForm, test } from "./page.ts";
import { confirmAddress } from "./server-database.ts";
import {
  changeKeptSession,
  keepFrames,
  keptSession,
  refreshesOf,
  setVisibility,
  shownFrames,
} from "./session-probes.ts";

const stamp = Date.now().toString(36);
const newPatient = (name: string) => like(cast.ana, `${name} ${stamp}`);
const CASES = "/dashboard/patient/cases";
const MINE = "/rpc/cases/mine";
const SIGN_OUT = "/auth/v1/logout";

async function signOutByMenu(page: Page) {
  await page.getByRole("button", { name: "Menú de usuario" }).click();
  await page.getByRole("menuitem", { name: "Cerrar sesión" }).click();
}

async function secondTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  return tab;
}

test(
  "a kept session is taken up on start, and refreshed first when it is over",
  { tag: "@operations/full" },
  async ({ browser, baseURL }) => {
    const ana = newPatient("Ana Vuelve");
    await enter(baseURL!, ana, "sign up");
    const page = await openAs(browser, baseURL!, ana, CASES);
    await expect(page.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
    const refreshes = refreshesOf(page);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
    expect(refreshes).toEqual([]);
    const before = await keptSession(page);
    await changeKeptSession(page, { secondsLeft: -60 });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
    expect(refreshes).toHaveLength(1);
    const after = await keptSession(page);
    expect(after!.refresh_token).not.toBe(before!.refresh_token);
    expect(Object.keys(after!)).toEqual(
      expect.arrayContaining(["access_token", "refresh_token", "expires_at", "user"]),
    );
  },
);

test(
  "a session is refreshed by the clock while the tab is visible, not while it is hidden, and on becoming visible",
  { tag: "@operations/full" },
  async ({ browser, baseURL }) => {
    const ana = newPatient("Ana Oculta");
    await enter(baseURL!, ana, "sign up");
    const page = await openAs(browser, baseURL!, ana, "/", async (empty) => {
      await empty.clock.install();
      // Takes all stream slots: after a silence that the clock skips, an open stream would reconnect and so refresh the session.
      await empty.addInitScript(() => {
        for (let slot = 0; slot < 4; slot += 1)
          void navigator.locks.request(`live-${slot}`, () => new Promise(() => {}));
      });
    });
    let caseReads = 0;
    page.on("response", (response) => (caseReads += Number(response.url().includes("/rpc/cases/mine"))));
    const loaded = page.waitForResponse(/session-client/);
    await page.goto(CASES);
    // From here on no request refreshes the session as a side effect.
    await expect.poll(() => caseReads).toBe(1);
    // The session client loads a second later and checks the session at once: wait until that check is over.
    await page.clock.fastForward(2_000);
    await page.evaluate((script) => import(script), (await loaded).url());
    await page.clock.fastForward(31_000);
    const refreshes = refreshesOf(page);
    await changeKeptSession(page, { secondsLeft: 80 });
    // With the new token the page calls accounts/me: a later call would find the next stored session and refresh it.
    const known = page.waitForResponse(/rpc\/accounts\/me/);
    await page.clock.fastForward(31_000);
    await expect.poll(() => refreshes.length).toBe(1);
    await (await known).finished();
    await expect.poll(async () => (await keptSession(page))!.expires_at * 1000 - Date.now()).toBeGreaterThan(500_000);

    await setVisibility(page, "hidden");
    await changeKeptSession(page, { secondsLeft: 80 });
    for (let ticks = 0; ticks < 5; ticks += 1) await page.clock.fastForward(31_000);
    expect(refreshes).toHaveLength(1);
    await setVisibility(page, "visible");
    await expect.poll(() => refreshes.length).toBe(2);
    await expect(page.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
    await page.context().close();
  },
);

test(
  "a refresh that cannot be had is tried again after 200, 400 and 800 ms and keeps the session",
  { tag: "@operations/full" },
  async ({ browser, baseURL }) => {
    const ana = newPatient("Ana Insiste");
    await enter(baseURL!, ana, "sign up");
    const page = await openAs(browser, baseURL!, ana, "/");
    await changeKeptSession(page, { secondsLeft: -60 });
    const refreshes = refreshesOf(page);
    await interceptFirst(page, /auth\/v1\/token/, (route) => route.fulfill({ status: 503, body: "{}" }), 4);
    await page.goto(CASES);
    await expect(page.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
    expect(refreshes).toHaveLength(5);
    const gaps = refreshes.slice(1).map((at, index) => at - refreshes[index]!);
    for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(200 * 2 ** index - 20);
  },
);

test(
  "a session that ended elsewhere is forgotten when it is refreshed",
  { tag: "@operations/full" },
  async ({ browser, baseURL }) => {
    const ana = newPatient("Ana Terminada");
    const elsewhere = await enter(baseURL!, ana, "sign up");
    const page = await openAs(browser, baseURL!, ana, "/");
    await elsewhere.auth.signOut({ scope: "global" });
    await changeKeptSession(page, { secondsLeft: -60 });
    await page.goto(CASES);
    await page.waitForURL("**/auth");
    await expect(page.getByLabel("Email")).toHaveValue("");
    expect(await keptSession(page)).toBeNull();
  },
);

test("two tabs enter and leave together, and leaving clears what the browser kept and ends no other session", async ({
  page,
  context,
  baseURL,
}) => {
  const ana = newPatient("Ana Pestañas");
  const { api } = await enter(baseURL!, ana, "sign up");
  await api.cases.create({ title: `Secreto ${stamp}`, description: "Me duele" });
  const other = await secondTab(context, "/auth?mode=signin");
  await other.getByLabel("Email").fill("a medias");
  await signInByForm(page, ana);
  await other.waitForURL(`**${CASES}`);
  await expect(other.getByText(`Secreto ${stamp}`)).toBeVisible();
  await page.goto("/auth");
  await page.waitForURL(`**${CASES}`);
  await page.goto(`${CASES}?nuevo=1`);
  await page.getByLabel("Título").fill("Un borrador");
  await page.keyboard.press("Escape");
  for (const tab of [page, other]) await tab.evaluate(() => sessionStorage.setItem("mine", "1"));

  await signOutByMenu(page);
  await expect(page.getByText("Sesión cerrada")).toBeVisible();
  await page.waitForURL((url) => url.pathname === "/");
  await other.waitForURL("**/auth");
  await expect(other.getByText("Sesión cerrada")).toHaveCount(0);
  await expect(other.getByText(`Secreto ${stamp}`)).toHaveCount(0);
  for (const tab of [page, other]) {
    await expect
      .poll(() => tab.evaluate(() => [localStorage.length, sessionStorage.getItem("mine")]))
      .toEqual([0, null]);
  }
  await expect(other.getByLabel("Email")).toHaveValue("");
  await expect(other.getByLabel("Contraseña", { exact: true })).toHaveValue("");
  expect(await outcome(api.accounts.me())).toBe("ok");
});

test(
  "signing out ends the reads in flight, and nothing starts another, so none is refused",
  { tag: "@operations/full" },
  async ({ browser, baseURL }) => {
    const ana = newPatient("Ana Saliente");
    const { api } = await enter(baseURL!, ana, "sign up");
    const page = await openAs(browser, baseURL!, ana, CASES, (empty) => empty.clock.install());
    await expect(page.getByText("Todavía no publicaste ningún caso")).toBeVisible();
    const witness = await openAs(browser, baseURL!, ana, CASES);
    await expect(witness.getByText("Todavía no publicaste ningún caso")).toBeVisible();
    const [started, aborted]: [string[], string[]] = [[], []];
    page.on("request", (request) => started.push(new URL(request.url()).pathname));
    page.on("requestfailed", (request) => aborted.push(new URL(request.url()).pathname));
    const letReadGo = await hold(page, `**${MINE}*`);
    await api.cases.create({ title: `Antes ${stamp}`, description: "Me duele" });
    await expect.poll(() => started).toContain(MINE);

    const letSignOutGo = await hold(page, `**${SIGN_OUT}*`);
    await signOutByMenu(page);
    await expect.poll(() => started).toContain(SIGN_OUT);
    await expect.poll(() => aborted).toContain(MINE);
    started.length = 0;
    await api.cases.create({ title: `Durante ${stamp}`, description: "Me duele" });
    await expect(witness.getByText(`Durante ${stamp}`)).toBeVisible();
    // The pause between two batches of events, and the time after which a tab that is shown again reads again.
    await page.clock.fastForward(6_000);
    await setVisibility(page, "hidden");
    await setVisibility(page, "visible");
    letReadGo();
    letSignOutGo();
    await page.waitForURL((url) => url.pathname === "/");
    // Reads that started meanwhile would have waited for the sign-out.
    expect(started.filter((path) => path.startsWith("/rpc/"))).toEqual([]);
    await page.context().close();
  },
);

test(
  "a tab whose session another tab takes away shows nothing any more, even if it is told before it is so",
  { tag: "@operations/full" },
  async ({ page, context, baseURL }) => {
    const ana = newPatient("Ana Avisada");
    const { api } = await enter(baseURL!, ana, "sign up");
    await api.cases.create({ title: `Reservado ${stamp}`, description: "Me duele" });
    await signIn(page, ana);
    const other = await context.newPage();
    let meCalls = 0;
    other.on("response", (response) => (meCalls += Number(response.url().includes("/rpc/accounts/me"))));
    await other.goto(CASES);
    await expect(other.getByText(`Reservado ${stamp}`)).toBeVisible();
    // The route guard's call.
    await expect.poll(() => meCalls).toBe(1);
    await other.evaluate(() => sessionStorage.setItem("mine", "1"));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
    await page.evaluate(() => new BroadcastChannel("session").postMessage({ event: "SIGNED_OUT", session: null }));
    await expect.poll(() => meCalls).toBe(2);
    expect(await other.evaluate(() => sessionStorage.getItem("mine"))).toBeNull();
    await page.evaluate(() => localStorage.clear());
    await other.waitForURL("**/auth");
    await expect(other.getByText(`Reservado ${stamp}`)).toHaveCount(0);
  },
);

test(
  "after signing out neither Back nor the next person shows anything of the one before",
  { tag: "@operations/full" },
  async ({ page, baseURL }) => {
    const [ana, bruno] = [newPatient("Ana Primera"), like(cast.bruno, `Bruno Segundo ${stamp}`)];
    const { api } = await enter(baseURL!, ana, "sign up");
    await enter(baseURL!, bruno, "sign up");
    await api.cases.create({ title: `Privado ${stamp}`, description: "Me duele" });
    await signIn(page, ana);
    await expect(page.getByText(`Privado ${stamp}`)).toBeVisible();
    await page.getByRole("link", { name: "Especialistas" }).click();
    await page.waitForURL("**/kines");
    await signOutByMenu(page);
    await page.waitForURL((url) => url.pathname === "/");
    // The URL changes a moment before the screen does.
    await expect(page.getByRole("button", { name: "Menú de usuario" })).toHaveCount(0);
    await keepFrames(page);
    await page.goBack();
    await page.waitForURL("**/auth");
    await page.getByLabel("Email").fill(bruno.email);
    await page.getByLabel("Contraseña", { exact: true }).fill(bruno.password);
    await page.getByRole("button", { name: "Iniciar sesión" }).click();
    await page.waitForURL(`**${CASES}`);
    await expect(page.getByText("Todavía no publicaste ningún caso")).toBeVisible();
    const frames = await shownFrames(page);
    expect(frames.length).toBeGreaterThan(1);
    expect(frames.filter((text) => text.includes(`Privado ${stamp}`) || text.includes("Ana Primera"))).toEqual([]);
  },
);

test("/dashboard leads to the screen visited last if it is one of the role, and else to the role's first", async ({
  browser,
  baseURL,
}) => {
  const ana = newPatient("Ana Ruta");
  const [person, elena] = [await enter(baseURL!, ana, "sign up"), await enter(baseURL!, cast.elena, "sign in")];
  const page = await openAs(browser, baseURL!, ana, "/dashboard/patient/reviews");
  await expect(page.getByRole("button", { name: "Menú de usuario" })).toBeVisible();
  await expect(page).toHaveTitle("Kinexo | Reseñas");
  await page.goto("/dashboard");
  await page.waitForURL("**/dashboard/patient/reviews");
  // The frame stores the route once it is shown, a moment after the URL changes.
  await expect(page.getByRole("button", { name: "Menú de usuario" })).toBeVisible();
  await page.evaluate(() => localStorage.setItem("last-route", "/dashboard/patient/../admin/users"));
  await page.goto("/dashboard");
  await page.waitForURL(`**${CASES}`);
  await expect(page.getByRole("heading", { level: 1, name: "Mis Casos" })).toBeVisible();
  await page.goto("/");
  await confirmAddress(ana.email);
  await elena.api.accounts.assignRole({ user_id: person.id, role: "admin" });
  await page.goto("/dashboard");
  await page.waitForURL("**/dashboard/admin/users");
});

test("no menu of any role is painted before the role is known, whichever address was opened", async ({
  browser,
  baseURL,
}) => {
  const ana = newPatient("Ana Lenta");
  await enter(baseURL!, ana, "sign up");
  const page = await openAs(browser, baseURL!, ana, "/");
  await keepFrames(page);
  for (const path of [CASES, "/dashboard/admin/users", "/dashboard/kine/cases"]) {
    const beforeTheRole: string[] = [];
    await interceptFirst(page, /rpc\/accounts\/me/, async (route) => {
      const response = await route.fetch();
      beforeTheRole.push(...(await shownFrames(page)));
      await route.fulfill({ response });
    });
    await page.goto(path);
    await expect(page.getByRole("link", { name: "Mis Casos" })).toBeVisible();
    const anyMenu = /Mis Casos|Especialistas|Usuarios|Mis Postulaciones/;
    expect(beforeTheRole.length).toBeGreaterThan(0);
    expect(beforeTheRole.filter((text) => anyMenu.test(text))).toEqual([]);
    expect((await shownFrames(page)).filter((text) => /Usuarios|Mis Postulaciones/.test(text))).toEqual([]);
  }
});
