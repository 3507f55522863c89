import type { Browser } from "@playwright/test";
import { cast, type CastMember } from "../../app/demo/cast.ts";
import { placesLike } from "../../app/domain/places/places.ts";
import { enter, like } from "../support/people.ts";
import { hold } from "./failing.ts";
import { expect, openAs, test } from "./page.ts";

const stamp = Date.now().toString(36);
const CODE = "**/suggestion-list-*.js";

/** Opens a patient's profile, and holds back the code of the suggestions until `letCome` is called. */
async function openHeld(browser: Browser, url: string, member: CastMember) {
  let letCome = () => {};
  const page = await openAs(browser, url, member, "/dashboard/patient/profile", async (empty) => {
    letCome = await hold(empty, CODE);
  });
  return { page, letCome };
}

test("a field takes text before its suggestions have come, and keeps focus, text and caret when they come", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Escribe ${stamp}`, { location_city: "Villa" });
  await enter(baseURL!, ana, "sign up");
  const { page, letCome } = await openHeld(browser, baseURL!, ana);
  const field = page.getByRole("combobox", { name: "Barrio" });
  await page.getByText("Barrio", { exact: true }).click();
  await expect(field).toBeFocused();
  await field.press("Control+A");
  await field.pressSequentially("Palrm");
  for (let left = 0; left < 2; left += 1) await field.press("ArrowLeft");
  await field.press("e");
  await expect(field).toHaveValue("Palerm");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(0);
  const before = await field.elementHandle();

  letCome();
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Palerm");
  expect(await field.evaluate((now: HTMLInputElement, then) => [now === then, now.selectionStart], before)).toEqual([
    true,
    4,
  ]);
  await field.press("ArrowDown");
  await expect(field).toHaveAttribute("aria-activedescendant", /./);
  await field.press("Enter");
  await expect(field).toHaveValue(placesLike("Palerm")[0]!.name);
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(0);
});

test("suggestions that Escape sent away before they came stay away until more is typed", async ({
  browser,
  baseURL,
}) => {
  const ana = like(cast.ana, `Ana Cierra ${stamp}`, { location_city: "Villa" });
  await enter(baseURL!, ana, "sign up");
  const { page, letCome } = await openHeld(browser, baseURL!, ana);
  const field = page.getByRole("combobox", { name: "Barrio" });
  await field.fill("Paler");
  await field.press("Escape");
  letCome();
  // The library has added its attributes to the input.
  await expect(field).toHaveAttribute("aria-labelledby", /./);
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(0);
  await field.press("m");
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
});

test("a list that opens with its field's focus opens also when it comes after it", async ({ browser, baseURL }) => {
  const ana = like(cast.ana, `Ana Elige ${stamp}`);
  await enter(baseURL!, ana, "sign up");
  let letCome = () => {};
  const page = await openAs(browser, baseURL!, ana, "/dashboard/patient/kines", async (empty) => {
    letCome = await hold(empty, CODE);
  });
  const field = page.getByRole("combobox", { name: "Filtrar por cobertura" });
  await expect(field).toBeVisible();
  const codeRequest = page.waitForRequest(CODE);
  await field.focus();
  await codeRequest;
  letCome();
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await field.press("Escape");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(0);
  // A field that is left before its suggestions have loaded stays closed.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(0);
});
