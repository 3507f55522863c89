import { z } from "zod";
import { MODALITIES } from "../../domain/profiles/modality.ts";
import { ACTIVITY_LEVELS } from "../../domain/profiles/profile.ts";
import { emptySignUp, type SignUpRole, type SignUpValues } from "./sign-up.ts";

const KEY = "sign-up-draft";

const text = z.string().optional().catch(undefined);
// Names what is kept: never the password, nor the consent, which is given anew.
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

/** A form of a role with what this tab keeps of an earlier look at it. */
export function draftedSignUp(role: SignUpRole): SignUpValues {
  const empty = emptySignUp(role);
  try {
    const kept = Draft.parse(JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
    return { ...empty, ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) };
  } catch {
    return empty;
  }
}

/** Keeps what is typed in this tab, but for password and consent, until it is closed or signs in. */
export function keepSignUpDraft(values: SignUpValues): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Draft.parse(values)));
  } catch {
    // A browser that keeps nothing still signs up.
  }
}

/** Forgets it. */
export function forgetSignUpDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Where nothing could be kept there is nothing to forget.
  }
}
