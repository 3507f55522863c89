import { provingWork } from "../../client/captcha.ts";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import type { Credentials } from "../../shared/credentials.ts";

/** Signs in. Returns the error message, or null on success. */
export async function signIn(credentials: Credentials): Promise<string | null> {
  const { error } = await provingWork(async (captchaToken) =>
    (await auth()).signInWithPassword({ ...credentials, options: { captchaToken } }),
  );
  return error && signInFailure(error);
}

/** The message for a failed sign-in. */
export function signInFailure(error: Error): string {
  return error.message.includes("Invalid login credentials")
    ? "Email o contraseña incorrectos"
    : failureMessage(error, true);
}
