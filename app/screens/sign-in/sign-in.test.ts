import { AuthApiError, AuthRetryableFetchError } from "@supabase/auth-js";
import { expect, test } from "vitest";
import { NO_CONNECTION_IN_FORM } from "../../client/connection.ts";
import { signInFailure } from "./sign-in.ts";

test.each([
  [new AuthApiError("Invalid login credentials", 400, "invalid_credentials"), "Email o contraseña incorrectos"],
  [new AuthApiError("Demasiados intentos.", 429, "over_request_rate_limit"), "Demasiados intentos."],
  [new AuthRetryableFetchError("Failed to fetch", 0), NO_CONNECTION_IN_FORM],
  [
    new AuthRetryableFetchError("Bad Gateway", 502),
    "El servicio no está disponible en este momento. Probá de nuevo en unos segundos.",
  ],
])("%s is told in the product's words", (error, sentence) => {
  expect(signInFailure(error)).toBe(sentence);
});
