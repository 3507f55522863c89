import { isAuthError } from "../../client/auth-errors.ts";
import { api, READ } from "../../client/api.ts";
import { provingWork } from "../../client/captcha.ts";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import { uploadPhoto } from "../../client/upload.ts";
import { joinModalities } from "../../domain/profiles/modality.ts";
import { errorCatalogue } from "../../shared/errors.ts";
import type { ProfileOfSignUp, SignUp } from "./sign-up-input.ts";

/** The sign-up metadata of the account protocol: everything but the credentials; modalities as one string. */
export function metadataOf(form: SignUp | ProfileOfSignUp): Record<string, unknown> {
  const { email: _email, password: _password, ...metadata } = { email: null, password: null, ...form };
  return metadata.role === "kine" ? { ...metadata, modalities: joinModalities(metadata.modalities) } : metadata;
}

/** Why the account was not created: the message, the field concerned, if any, and whether the licence's province is asked. */
export type SignUpFailure = { message: string; field?: "email" | "password" | "license_number"; asksPlace?: boolean };

const refusedLicence = (asksPlace: boolean): SignUpFailure => ({
  message: errorCatalogue[asksPlace ? "LICENSE_PLACE_NEEDED" : "LICENSE_TAKEN"].message,
  field: "license_number",
  ...(asksPlace && { asksPlace }),
});

/** The message and field for a failed sign-up. */
export function signUpFailure(error: unknown): SignUpFailure {
  if (!isAuthError(error)) return { message: failureMessage(error, true) };
  if (/already registered/i.test(error.message)) {
    return { message: errorCatalogue.EMAIL_TAKEN.message, field: "email" };
  }
  if (error.code === "license_taken") return refusedLicence(false);
  if (error.code === "license_place_needed") return refusedLicence(true);
  return { message: failureMessage(error, true), field: error.code === "weak_password" ? "password" : undefined };
}

/** Checks the licence, if any, then creates the account and signs in. Returns the failure, or null on success. */
export function createAccount(form: SignUp): Promise<SignUpFailure | null> {
  return withFreeLicense(form, () =>
    provingWork(async (captchaToken) =>
      (await auth()).signUp({
        email: form.email,
        password: form.password,
        options: { emailRedirectTo: `${location.origin}/dashboard`, data: metadataOf(form), captchaToken },
      }),
    ),
  );
}

/** Checks the licence, if any, then creates the signed-in user's missing profile. Returns the failure, or null on success. */
export function completeAccount(form: ProfileOfSignUp): Promise<SignUpFailure | null> {
  return withFreeLicense(form, async () => (await auth()).updateUser({ data: metadataOf(form) }));
}

async function withFreeLicense(
  form: SignUp | ProfileOfSignUp,
  send: () => Promise<{ error: Error | null }>,
): Promise<SignUpFailure | null> {
  try {
    if (form.role === "kine") {
      const { available, place_needed = false } = await api.accounts.licenseAvailable(
        { license_number: form.license_number },
        READ,
      );
      if (!available) return refusedLicence(place_needed);
    }
    const { error } = await send();
    return error && signUpFailure(error);
  } catch (error) {
    return signUpFailure(error);
  }
}

/** Uploads the photo chosen before the account existed. Returns false on failure. */
export async function uploadPendingPhoto(photo: File): Promise<boolean> {
  return uploadPhoto(photo).then(
    () => true,
    () => false,
  );
}
