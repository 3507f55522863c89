import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { hold, intercept } from "./failing.ts";
import { expect, openAs, test } from "./page.ts";

const stamp = Date.now().toString(36);
const CASES = "/dashboard/patient/cases";
const FORM = "**/create-case-dialog-*.js";

test(
  "a screen opens without the forms of its dialogs, which come when they are asked for or later on",
  { tag: "@operations/full" },
  async ({ browser, baseURL }) => {
    const ana = like(cast.ana, `Ana Liviana ${stamp}`);
    await enter(baseURL!, ana, "sign up");
    const page = await openAs(browser, baseURL!, ana, "/terminos");
    const form = page.waitForRequest(FORM);
    let isOpen = false;
    await page.route(FORM, (route) => {
      expect(isOpen).toBe(true);
      return route.continue();
    });
    await page.goto(CASES);
    await expect(page.getByRole("button", { name: "Crear Caso" })).toBeVisible();
    isOpen = true;
    await form;
    await page.getByRole("button", { name: "Crear Caso" }).click();
    await expect(page.getByRole("dialog").getByLabel("Título")).toBeVisible();
  },
);

test(
  "a new case has the patient's neighbourhood and coverage also when its window comes after them",
  { tag: "@operations/full" },
  async ({ browser, baseURL }) => {
    const ana = like(cast.ana, `Ana Cubierta ${stamp}`);
    const { api } = await enter(baseURL!, ana, "sign up");
    const [osde] = await api.coverages.search({ text: "osde" });
    await api.coverages.saveOwn({ coverage: { id: osde!.id, plan: "210" } });
    let letCome = () => {};
    const page = await openAs(browser, baseURL!, ana, CASES, async (empty) => {
      letCome = await hold(empty, "**/dialog-window-*.js");
    });
    const answers = ["profiles/mine", "coverages/own"].map((call) => page.waitForResponse(`**/rpc/${call}`));
    await page.getByRole("button", { name: "Crear Caso" }).click();
    await Promise.all(answers);
    letCome();
    const form = page.getByRole("dialog");
    await expect(form.getByRole("combobox", { name: "Cobertura" })).toHaveValue("OSDE");
    await expect(form.getByLabel("Plan")).toHaveValue("210");
    await expect(form.getByLabel("Barrio")).toHaveValue(ana.metadata["location_city"] as string);
  },
);

test("a case is shown once all of its parts are there, so that none moves a button under the finger", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Junta ${stamp}`);
  const { api } = await enter(baseURL!, ana, "sign up");
  const carla = like(cast.carla, `Carla Junta ${stamp}`, { license_number: `J ${stamp}` });
  const kine = await enterApproved(baseURL!, carla);
  const { id } = await api.cases.create({ title: "Rodilla", description: "Me duele" });
  await api.matches.accept({ id: (await kine.api.matches.apply({ case_id: id })).id });
  const page = await openAs(browser, baseURL!, ana, CASES);
  await page.evaluate(() => {
    const look = () => {
      const isLast = document.getElementById("closing-offer")?.checkVisibility();
      if (isLast && !document.querySelector("[aria-label='Cómo venís']")) document.body.dataset["early"] ??= "yes";
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.getByRole("button", { name: "Rodilla" }).click();
  const dialog = page.getByRole("dialog", { name: "Rodilla" });
  await expect(dialog.getByRole("button", { name: "Cerrar Caso y Dejar Review" })).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Cómo venís" })).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset["early"])).toBeUndefined();
});

test.describe("without a part of the program", () => {
  test.use({ expectedProblems: [/Failed to load resource/] });

  test(
    "a dialog whose code is missing reloads the page once, then says so and offers to reload",
    { tag: "@operations/full" },
    async ({ browser, baseURL }) => {
      const ana = like(cast.ana, `Ana Parcial ${stamp}`);
      await enter(baseURL!, ana, "sign up");
      let letCome = () => {};
      const page = await openAs(browser, baseURL!, ana, CASES, async (empty) => {
        letCome = await intercept(empty, FORM, (route) => route.abort());
      });
      // The server may run another build by now, so the page reloads once, with the dialog in its address.
      const reloaded = page.waitForEvent("load");
      await page.getByRole("button", { name: "Crear Caso" }).click();
      await reloaded;
      await expect(page.getByText("No pudimos cargar esta parte de la página.")).toBeVisible();
      letCome();
      await page.getByRole("button", { name: "Recargar la página" }).click();
      await expect(page.getByRole("dialog").getByLabel("Título")).toBeVisible();
    },
  );
});
