import { z } from "zod";
import { MODALITIES } from "../../domain/profiles/modality.ts";
import { ACTIVITY_LEVELS } from "../../domain/profiles/profile.ts";
import { emptySignUp, type SignUpRole, type SignUpValues } from "./sign-up.ts";

const KEY = "sign-up-draft";

const text = z.string().optional().catch(undefined);
// An allow list of stored fields: never the password or the consent, which must be given each time.
const Draft = z.object({
  name: text,
  email: text,
  phone: text,
  birth_date: text,
  location_city: text,
  activity_level: z.enum(ACTIVITY_LEVELS).optional().catch(undefined),
  license_number: text,
  specialty: text,
  price_range: text,
  modalities: z.array(z.enum(MODALITIES)).optional().catch(undefined),
  bio: text,
});

/** A role's form values, prefilled from this tab's draft. */
export function draftedSignUp(role: SignUpRole): SignUpValues {
  const empty = emptySignUp(role);
  try {
    const kept = Draft.parse(JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
    return { ...empty, ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) };
  } catch {
    return empty;
  }
}

/** Stores the form values in this tab, without password and consent, until the tab closes or the user signs in. */
export function keepSignUpDraft(values: SignUpValues): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Draft.parse(values)));
  } catch {
    // Storage is unavailable: sign-up works without a draft.
  }
}

/** Deletes the draft. */
export function forgetSignUpDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so there is no draft.
  }
}
