import { isAuthError, isAuthRetryableFetchError } from "./auth-errors.ts";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { errorCatalogue, errorCode, errorMessage } from "../shared/errors.ts";

const RETRY_MS = 4_000;

const NO_CONNECTION = "No pudimos conectarnos. Revisá tu conexión y probá de nuevo.";
/** The same in a form, whose input is still there. */
export const NO_CONNECTION_IN_FORM =
  "No pudimos conectarnos. Revisá tu conexión y probá de nuevo: lo que escribiste sigue acá.";

/** The message for a failed call of the API or the account service: offline, server unavailable, or the refusal's own. */
export function failureMessage(error: unknown, isForm = false): string {
  const noConnection = isForm ? NO_CONNECTION_IN_FORM : NO_CONNECTION;
  if (isAuthRetryableFetchError(error)) return error.status ? errorCatalogue.UNAVAILABLE.message : noConnection;
  if (isAuthError(error)) return error.message;
  if (errorCode(error) === "UNAVAILABLE") return errorCatalogue.UNAVAILABLE.message;
  return error instanceof TypeError ? noConnection : errorMessage(error);
}

function subscribe(onChange: () => void) {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
}

/** Whether the browser reports a network connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

/** While `isNeeded`, calls `retry` every four seconds and as soon as the network returns. */
export function useRetry(isNeeded: boolean, retry: () => void): void {
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (!isNeeded) return;
    const onTime = () => again();
    const timer = setInterval(onTime, RETRY_MS);
    addEventListener("online", onTime);
    return () => {
      clearInterval(timer);
      removeEventListener("online", onTime);
    };
  }, [isNeeded]);
}
