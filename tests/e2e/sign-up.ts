import type { Page } from "@playwright/test";
import { expect, fillAndLeave } from "./page.ts";

type Account = { name: string; email: string; password: string };
type Contact = { phone: string; location_city: string };
type Practice = { license_number: string; specialty: string; price_range: string; modalities: readonly string[] };
/** The input of the form; each part is a step, and the last step follows the given ones. */
export type Typed = Account & Contact & Partial<Practice> & { bio?: string };

/** A patient's input with this address. */
export function someone(email: string): Typed {
  return { name: "Puerta Nueva", email, password: "Escalera2026", phone: "11 5555-5555", location_city: "Once" };
}

/** A specialist's input with this address. */
export function somebodyWithPractice(email: string): Typed & Practice {
  const practice = {
    license_number: "MN 70001",
    specialty: "Columna",
    price_range: "$50.000+",
    modalities: ["Consultorio"],
  };
  return { ...someone(email), ...practice };
}

/** Goes to the form's next step, which has this title. */
export async function goOn(page: Page, title: string) {
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page.getByRole("heading", { level: 2, name: title })).toBeFocused();
}

export async function fillAccount(page: Page, { name, email, password }: Account) {
  await page.getByLabel("Nombre completo").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Contraseña", { exact: true }).fill(password);
}

export async function fillContact(page: Page, { phone, location_city }: Contact) {
  await page.getByLabel("Teléfono").fill(phone);
  await fillAndLeave(page.getByRole("combobox", { name: "Barrio" }), location_city);
}

export async function fillPractice(page: Page, practice: Partial<Practice>) {
  const { license_number = "", specialty = "", price_range = "", modalities = [] } = practice;
  await page.getByLabel("Matrícula").fill(license_number);
  await fillAndLeave(page.getByRole("combobox", { name: "Especialidad" }), specialty);
  await page.getByRole("radio", { name: price_range, exact: true }).check();
  for (const modality of modalities) await page.getByRole("checkbox", { name: modality }).check();
}

/** Fills in an open form step by step to the end, accepting the terms; `before` runs before each step is filled in. */
export async function walkSignUp(page: Page, typed: Typed, before: (step: string) => Promise<void>) {
  const enter = async (title: string) => {
    await goOn(page, title);
    await before(title);
  };
  await before("Tu cuenta");
  await fillAccount(page, typed);
  await enter("Cómo contactarte");
  await fillContact(page, typed);
  if (typed.license_number === undefined) {
    await enter("Sobre vos");
  } else {
    await enter("Tu práctica");
    await fillPractice(page, typed);
    await enter("Tu presentación");
    await page.getByLabel("Sobre mí").fill(typed.bio ?? "");
  }
  await acceptTerms(page);
}

/** The same without checks; a specialist's form when a licence is given. */
export async function fillSignUp(page: Page, typed: Typed) {
  await walkSignUp(page, typed, async () => undefined);
}

export async function acceptTerms(page: Page) {
  await page.getByRole("checkbox", { name: /^Acepto los/ }).check();
}
