import type { AuthError } from "@supabase/auth-js";

/** Whether the session client reported this error. A copy of the client's function, whose import would load the whole client. */
export function isAuthError(error: unknown): error is AuthError {
  return typeof error === "object" && error !== null && "__isAuthError" in error;
}

/** Whether a call of the session client failed by the network or an unavailable server. */
export function isAuthRetryableFetchError(error: unknown): error is AuthError {
  return isAuthError(error) && error.name === "AuthRetryableFetchError";
}
