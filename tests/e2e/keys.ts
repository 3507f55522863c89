import type { Locator, Page } from "@playwright/test";
import { expect } from "./page.ts";

const FARTHEST = 150;

/** Presses Tab until this control has the focus; it must have an accessible name. */
export async function tabTo(control: Locator) {
  // The control is found again only when it was replaced: doing so at each key would take a quarter of the walk's processor time.
  let found = await control.elementHandle();
  for (let presses = 0; presses < FARTHEST; presses++) {
    const state = await found?.evaluate((element) => ({
      isAttached: element.isConnected,
      isFocused: element === document.activeElement,
    }));
    if (state?.isFocused) {
      await expect(control).toHaveAccessibleName(/\S/);
      return;
    }
    if (!state?.isAttached) found = await control.elementHandle();
    await control.page().keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${String(control)}`);
}

/** Tabs to a control and presses Enter, or the given key. */
export async function press(control: Locator, key = "Enter") {
  await expect(control).toBeVisible();
  await tabTo(control);
  await control.page().keyboard.press(key);
}

/** Tabs to a field and types into it. */
export async function type(field: Locator, text: string) {
  await tabTo(field);
  await field.page().keyboard.type(text);
}

type Account = { name: string; email: string; password: string };
type Contact = { phone: string; barrio: string };

/** Goes from the landing page to the sign-up form and through the two steps common to all roles. */
export async function beginSignUp(
  page: Page,
  way: string,
  { name, email, password }: Account,
  { phone, barrio }: Contact,
) {
  await page.goto("/");
  await press(page.getByRole("link", { name: way }));
  const goOn = () => press(page.getByRole("button", { name: "Continuar", exact: true }));
  await type(page.getByRole("textbox", { name: "Nombre completo" }), name);
  await type(page.getByRole("textbox", { name: "Email" }), email);
  await type(page.getByLabel("Contraseña", { exact: true }), password);
  await goOn();
  await expect(page.getByRole("heading", { level: 2, name: "Cómo contactarte" })).toBeFocused();
  await type(page.getByRole("textbox", { name: "Teléfono" }), phone);
  await type(page.getByRole("combobox", { name: "Barrio" }), barrio);
  // Waits for the list: before it has loaded, Enter goes to the next step, as in any text field.
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listbox")).toBeHidden();
  await goOn();
}

/** Accepts the terms and creates the account. */
export async function endSignUp(page: Page) {
  await press(page.getByRole("checkbox", { name: /^Acepto los/ }), "Space");
  await press(page.getByRole("button", { name: "Crear cuenta" }));
}

/** Signs in, without expecting a destination. */
export async function signInByKeys(page: Page, { email, password }: Pick<Account, "email" | "password">) {
  await page.goto("/auth?mode=signin");
  await type(page.getByRole("textbox", { name: "Email" }), email);
  await type(page.getByLabel("Contraseña", { exact: true }), password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/\w+\/\w/);
}
