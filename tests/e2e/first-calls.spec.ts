import type { Page } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { hold, interceptFirst } from "./failing.ts";
import { expect, openAs, test } from "./page.ts";
import { contextWith } from "./screens.fixture.ts";
import { screens } from "./screens.table.ts";
import { changeKeptSession } from "./session-probes.ts";
import { isFull } from "../support/full.ts";

const stamp = Date.now().toString(36);
const CASES = "/dashboard/patient/cases";
/** In the short form a sixth of each role's screens is opened. */
const isOpened = (_: unknown, n: number) => isFull || n % 6 === 0;
const SCRIPTS = "**/assets/entry.client-*.js";

/** The calls that a page makes from now on, by their paths. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const call = /\/rpc\/(.+)$/.exec(request.url())?.[1];
    if (call && request.method() === "POST") calls.push(call);
  });
  return calls;
}

for (const who of ["patient", "kine", "admin"] as const) {
  test(
    `the first reads of each screen of a ${who} start with its document, and each answer is used`,
    { tag: "@operations/full" },
    async ({ browser, baseURL }) => {
      test.setTimeout(120_000);
      const carla = like(cast.carla, `Carla Pronta ${stamp}`, { license_number: `P ${stamp}` });
      const person = await {
        patient: () => enter(baseURL!, like(cast.ana, `Ana Pronta ${stamp}`), "sign up"),
        kine: () => enterApproved(baseURL!, carla),
        admin: () => enter(baseURL!, cast.elena, "sign in"),
      }[who]();
      const context = await contextWith(browser, baseURL!, person);
      for (const { path, heading, asks } of screens.filter((screen) => screen.who === who).filter(isOpened)) {
        const page = await context.newPage();
        const letCome = await hold(page, SCRIPTS);
        const calls = callsOf(page);
        await page.goto(path, { waitUntil: "commit" });
        const read = ["accounts/me", "notifications/unseen", ...Object.keys(asks)];
        await expect.poll(() => calls, path).toEqual(expect.arrayContaining(read));
        letCome();
        await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expect.poll(() => page.evaluate(() => [...(globalThis.firstCalls?.keys() ?? [])]), path).toEqual([]);
        await page.close();
      }
    },
  );
}

test("an answer that was asked for with another session is not shown", async ({ browser, baseURL }) => {
  const [ana, berta] = [like(cast.ana, `Ana Primera ${stamp}`), like(cast.ana, `Berta Segunda ${stamp}`)];
  const [first, second] = await Promise.all([ana, berta].map((member) => enter(baseURL!, member, "sign up")));
  await first!.api.cases.create({ title: "Rodilla de Ana", description: "Me duele al correr" });
  await second!.api.cases.create({ title: "Hombro de Berta", description: "Me duele al nadar" });
  let letCome = () => {};
  const page = await openAs(browser, baseURL!, ana, "/terminos", async (empty) => {
    letCome = await hold(empty, SCRIPTS);
  });
  const answered = page.waitForResponse("**/rpc/cases/mine");
  await page.goto(CASES, { waitUntil: "commit" });
  await answered;
  const session = (await second!.auth.getSession()).data.session;
  await page.evaluate((text) => localStorage.setItem("session", text), JSON.stringify(session));
  letCome();
  await expect(page.getByText("Hombro de Berta")).toBeVisible();
  await expect(page.getByText("Rodilla de Ana")).toHaveCount(0);
});

test("who is not admitted to a screen asks for none of its data, and a token about to expire asks for nothing", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Ajena ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  const page = await openAs(browser, baseURL!, ana, "/terminos");
  const calls = callsOf(page);
  await page.goto("/dashboard/admin/users");
  await page.waitForURL(`**${CASES}`);
  expect(calls).not.toContain("accounts/list");
  expect(calls).not.toContain("today/waiting");

  await page.goto("/terminos");
  await changeKeptSession(page, { secondsLeft: 30 });
  const letCome = await hold(page, SCRIPTS);
  calls.length = 0;
  await page.goto(CASES);
  expect(calls).toEqual([]);
  letCome();
  await expect(page.getByRole("heading", { name: "Mis Casos" })).toBeVisible();
});

test.describe("when the account service refuses once", () => {
  test.use({ expectedProblems: [/Failed to load resource/] });

  test("Seguridad shows what protects the account before the session client has come, and asks it again after a refusal", async ({
    browser,
    baseURL,
  }) => {
    const ana = like(cast.ana, `Ana Protegida ${stamp}`);
    await enter(baseURL!, ana, "sign up");
    let letCome = () => {};
    const page = await openAs(browser, baseURL!, ana, "/terminos", async (empty) => {
      letCome = await hold(empty, "**/session-client-*.js");
    });
    let reads = 0;
    page.on("request", (request) => (reads += Number(request.url().endsWith("/auth/v1/user"))));
    await page.goto("/dashboard/patient/security#segundo-paso");
    await expect(page.getByText(ana.email, { exact: true })).toBeVisible();
    await expect(page.getByText("Todavía no tenés ninguno.")).toBeVisible();
    await expect(page.getByText("Hoy entrás con tu contraseña.")).toBeVisible();
    expect(reads).toBe(1);

    await interceptFirst(page, "**/auth/v1/user", (route) => route.fulfill({ status: 503 }));
    letCome();
    await page.reload();
    await expect(page.getByText(ana.email, { exact: true })).toBeVisible();
    expect(reads).toBe(3);
  });
});
