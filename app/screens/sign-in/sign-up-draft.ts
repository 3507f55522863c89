import { keepPersonal, readPersonal } from "../../client/personal-storage.ts";
import { MODALITIES } from "../../domain/profiles/modality.ts";
import { ACTIVITY_LEVELS } from "../../domain/profiles/profile.ts";
import type { SignUpRole, SignUpValues } from "./sign-up-input.ts";

const KEY = "sign-up-draft";

const TEXTS = [
  "name",
  "email",
  "phone",
  "birth_date",
  "location_city",
  "license_number",
  "specialty",
  "price_range",
  "bio",
] as const;

/** A role's empty form. */
export function emptySignUp(role: SignUpRole): SignUpValues {
  return {
    role,
    name: "",
    email: "",
    password: "",
    phone: "",
    birth_date: "",
    activity_level: "activo",
    location_city: "",
    license_number: "",
    specialty: "",
    price_range: "",
    modalities: [],
    bio: "",
    accepted_terms: false,
  };
}

/** The fields of a form to store or read back: an allow list, never the password or the consent, which must be given each time. */
function draftOf(values: Record<string, unknown>): Partial<SignUpValues> {
  const texts = TEXTS.filter((field) => typeof values[field] === "string").map((field) => [field, values[field]]);
  const { activity_level, modalities } = values;
  const level = ACTIVITY_LEVELS.find((each) => each === activity_level);
  return {
    ...(Object.fromEntries(texts) as Partial<SignUpValues>),
    ...(level && { activity_level: level }),
    ...(Array.isArray(modalities) && { modalities: MODALITIES.filter((each) => modalities.includes(each)) }),
  };
}

/** A role's form values, prefilled from this tab's draft. */
export function draftedSignUp(role: SignUpRole): SignUpValues {
  return { ...emptySignUp(role), ...draftOf((readPersonal(KEY) ?? {}) as Record<string, unknown>) };
}

/** Stores the form values in this tab, without password and consent, until the tab closes or the user signs in. */
export function keepSignUpDraft(values: SignUpValues): void {
  keepPersonal(KEY, draftOf(values));
}

/** Deletes the draft. */
export function forgetSignUpDraft(): void {
  keepPersonal(KEY, null);
}
