import type { Locator } from "@playwright/test";

/** Accepts an application in `scope` and says yes to the question. */
export async function accept(scope: Locator) {
  await scope.getByRole("button", { name: "Aceptar" }).click();
  await sayYes(scope);
}

/** Says yes to the question before an acceptance. */
export async function sayYes(scope: Locator) {
  await scope
    .page()
    .getByRole("alertdialog", { name: /^¿Elegís a/ })
    .getByRole("button", { name: /^Sí, elegir a/ })
    .click();
}

/** Rejects the application of a card, under its "Más". */
export async function reject(card: Locator) {
  await openMore(card);
  await card.getByRole("button", { name: "Rechazar" }).click();
}

/** Opens what a card has folded, once. */
export async function openMore(card: Locator) {
  const more = card.locator("details", { hasText: /^Más/ }).first();
  if ((await more.getAttribute("open")) === null) await more.locator("summary").click();
}
