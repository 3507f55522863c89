import { cast } from "../../app/demo/cast.ts";
import { enter, enterApproved, like } from "../support/people.ts";
import { expect, expectAccessible, test } from "./page.ts";
import { fillSignUp, somebodyWithPractice } from "./sign-up.ts";

const stamp = Date.now();
const QUESTION = "¿De qué provincia es tu matrícula?";

test("a provincial number that somebody has asks for its province, what was typed stays, and the answer makes the account", async ({
  page,
  baseURL,
}) => {
  const license_number = `MP ${stamp}`;
  await enterApproved(baseURL!, like(cast.carla, `Primera ${stamp}`, { license_number }));
  await page.goto("/auth?mode=signup&role=kine");
  const typed = { ...somebodyWithPractice(`provincia.${stamp}@example.com`), license_number };
  await fillSignUp(page, typed);
  await page.getByRole("button", { name: "Crear cuenta" }).click();
  const field = page.getByRole("textbox", { name: "Matrícula" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(license_number);
  await expect(field).toHaveAccessibleDescription(new RegExp(QUESTION.replace("?", "\\?")));
  await expectAccessible(page);
  await page.getByRole("combobox", { name: QUESTION }).selectOption("Córdoba");
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await page.getByRole("button", { name: "Crear cuenta" }).click();
  await expect(page).toHaveURL(/pending-approval/);
  const elena = await enter(baseURL!, cast.elena, "sign in");
  const asked = (await elena.api.kineApplications.list()).items.find(({ email }) => email === typed.email);
  expect(asked?.license_number).toBe(`${license_number}, Córdoba`);
});
