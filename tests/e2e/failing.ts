import type { Page, Route } from "@playwright/test";
import { expect } from "./page.ts";

/** The browser's log entries for failed or refused requests. */
export const REPORTED = /ERR_FAILED|status of (400|401|403|404|409|422|500)/;

/**
 * Handles matching requests until the returned function is called. Use it instead of `page.unroute`: when the last
 * route is removed, the browser stops intercepting, and the requests that it holds at that moment never finish.
 */
export async function intercept(page: Page, requests: string, handle: (route: Route) => unknown): Promise<() => void> {
  let isOn = true;
  await page.route(requests, (route) => (isOn ? handle(route) : route.fallback()));
  return () => void (isOn = false);
}

/** Handles only the first matching requests. Use it instead of a route's option `times`, which removes the route: see `intercept`. */
export async function interceptFirst(
  page: Page,
  requests: string | RegExp,
  handle: (route: Route) => unknown,
  times = 1,
): Promise<void> {
  let left = times;
  await page.route(requests, (route) => (left-- > 0 ? handle(route) : route.fallback()));
}

/** Holds matching requests back until the returned function is called, and then passes them to `handle`. */
export async function hold(
  page: Page,
  requests: string | RegExp,
  handle: (route: Route) => unknown = (route) => route.fallback(),
): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(requests, (route) => released.then(() => handle(route)));
  return release;
}

/** Matching requests do not reach the server while `act` runs. */
export async function without(page: Page, requests: string, act: () => Promise<unknown>) {
  const stop = await intercept(page, `**${requests}`, (route) => route.abort());
  await act();
  stop();
}

const FAULT = { json: { defined: false, code: "INTERNAL_SERVER_ERROR", status: 500, message: "Algo salió mal" } };

/** Matching requests get an internal server error while `act` runs. */
export async function broken(page: Page, requests: string, act: () => Promise<unknown>) {
  const stop = await intercept(page, `**${requests}`, (route) => route.fulfill({ status: 500, json: FAULT }));
  await act();
  stop();
}

/** Expects the sentence to be announced, in a toast or in an error state. */
export async function says(page: Page, sentence: string | RegExp) {
  const announced = page.getByRole("alert").or(page.getByRole("status"));
  await expect(announced.filter({ hasText: sentence }).first()).toBeVisible();
}

export async function press(page: Page, name: string | RegExp) {
  await page.getByRole("button", { name }).first().click();
}
