import { expect, type Locator, type Page } from "@playwright/test";

/** Opens a person of "Usuarios" beside the list, and returns the select of their role. */
export async function openRole(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name, exact: true }).click();
  const role = page.getByLabel(`Rol de ${name}`);
  await expect(role).toBeVisible();
  return role;
}
