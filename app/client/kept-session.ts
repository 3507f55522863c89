import { useSyncExternalStore } from "react";

/** Where the browser keeps the session. */
export const SESSION_KEY = "session";

const subscribe = (onChange: () => void) => {
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
};

/** Whether this browser keeps a session; false on the server. Needs none of the session client's code. */
export function useKeptSession(): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(SESSION_KEY) !== null, () => false);
}
