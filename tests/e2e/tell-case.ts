import type { Locator } from "@playwright/test";

/** Tells a case in the steps of the phone's dialog, to the last one, which publishes it. */
export async function tellCase(form: Locator, { words, title }: { words: string; title?: string }) {
  await form.getByLabel("Descripción").fill(words);
  await form.getByRole("button", { name: "Seguir" }).click();
  await form.getByRole("button", { name: "Nada de esto" }).click();
  await form.getByLabel("Barrio").waitFor();
  await form.getByLabel("Estudios", { exact: true }).waitFor();
  await form.getByRole("button", { name: "Seguir" }).click();
  await form.getByLabel("Título").waitFor();
  if (title) await form.getByLabel("Título").fill(title);
}
