import type { Page, Request } from "@playwright/test";
import { cast } from "../../app/demo/cast.ts";
import { enter, like, type Person } from "../support/people.ts";
import { REPORTED } from "./failing.ts";
import { fixtures } from "./fixtures.ts";
import { expect, openAs, test } from "./page.ts";

const ana = like(cast.ana, `Ana Insiste ${Date.now()}`);
let patient: Person;
let page: Page;
test.use({ expectedProblems: [REPORTED, /ERR_INTERNET_DISCONNECTED/] });
test.setTimeout(90_000);

test.beforeAll(async ({ baseURL }) => {
  patient = await enter(baseURL!, ana, "sign up");
});
test.beforeEach(async ({ browser, baseURL }) => {
  page = await openAs(browser, baseURL!, ana, "/dashboard/patient/cases?nuevo=1");
});
test.afterEach(() => page.context().close());

/** Lets the first matching request reach the server and loses its answer; returns the idempotency key of each request. */
async function loseFirstAnswer(pattern: string): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await page.route(pattern, async (route) => {
    keys.push(keyOf(route.request()));
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return keys;
}
const keyOf = (request: Request) => request.headers()["idempotency-key"];
const publish = async (title: string) => {
  await page.getByLabel("Título").fill(title);
  await page.getByLabel("Descripción").fill("Me duele al bajar escaleras");
  await page.getByRole("button", { name: "Publicar caso" }).click();
};
const titles = async () => (await patient.api.cases.mine({})).items.map(({ title }) => title);

test(
  "a case whose answer was lost is published once, however often it is sent",
  { tag: "@operations/full" },
  async () => {
    const keys = await loseFirstAnswer("**/rpc/cases/create");
    await publish("Rodilla");
    await expect(page.getByText(/^Error al crear caso/)).toBeVisible();
    expect(await titles()).toEqual(["Rodilla"]);
    await page.getByRole("button", { name: "Publicar caso" }).click();
    await expect(page.getByText(/^Tu caso fue creado/)).toBeVisible();
    expect(await titles()).toEqual(["Rodilla"]);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);

    await page.getByRole("button", { name: "Crear Caso" }).click();
    await publish("Rodilla");
    await expect.poll(titles).toEqual(["Rodilla", "Rodilla"]);
    expect(keys[2]).not.toBe(keys[0]);
  },
);

test("a study whose answer was lost is kept once", { tag: "@operations/full" }, async () => {
  const keys = await loseFirstAnswer("**/files/case-studies/**");
  await page.locator("input[type=file]").setInputFiles(fixtures.png);
  await publish("Hombro");
  await page.getByRole("button", { name: /Reintentar/ }).click();
  await expect(page.getByText(/^Tu caso fue creado/)).toBeVisible();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  const {
    items: [newest],
  } = await patient.api.cases.mine({});
  expect((await patient.api.cases.get({ id: newest!.id })).studies).toHaveLength(1);
});
