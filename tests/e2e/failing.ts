import type { Page } from "@playwright/test";
import { expect } from "./page.ts";

/** What the browser itself reports where requests do not arrive or are refused. */
export const REPORTED = /ERR_FAILED|status of (400|401|403|404|409|422|500)/;

/** The requests that match do not reach the server while `act` runs. */
export async function without(page: Page, requests: string, act: () => Promise<unknown>) {
  await page.route(`**${requests}`, (route) => route.abort());
  await act();
  await page.unroute(`**${requests}`);
}

const FAULT = { json: { defined: false, code: "INTERNAL_SERVER_ERROR", status: 500, message: "Algo salió mal" } };

/** The requests that match are answered while `act` runs as the server answers what it did not foresee. */
export async function broken(page: Page, requests: string, act: () => Promise<unknown>) {
  await page.route(`**${requests}`, (route) => route.fulfill({ status: 500, json: FAULT }));
  await act();
  await page.unroute(`**${requests}`);
}

/** Expects the sentence to be announced, in a toast or in place of what did not load. */
export async function says(page: Page, sentence: string | RegExp) {
  const announced = page.getByRole("alert").or(page.getByRole("status"));
  await expect(announced.filter({ hasText: sentence }).first()).toBeVisible({ timeout: 15_000 });
}

export async function press(page: Page, name: string | RegExp) {
  await page.getByRole("button", { name }).first().click();
}
