import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

/** Where the browser keeps the session. */
export const SESSION_KEY = "session";

const subscribe = (onChange: () => void) => {
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
};

/** Whether this browser keeps a session; false on the server. Needs none of the session client's code. */
export function useStoredSession(): boolean {
  return useSyncExternalStore(subscribe, () => localStorage.getItem(SESSION_KEY) !== null, () => false);
}

/** Calls `onEntered` when somebody has signed in in another tab of this browser. */
export function useSignInElsewhere(onEntered: () => void): void {
  const handle = useEffectEvent(onEntered);
  useEffect(() => {
    // A tab does not hear of what it stores itself.
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === SESSION_KEY && newValue !== null) handle();
    };
    addEventListener("storage", hear);
    return () => removeEventListener("storage", hear);
  }, []);
}
