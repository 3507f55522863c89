import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { SESSION_COOKIE } from "../shared/session-cookie.ts";

/** The storage key of the session. */
export const SESSION_KEY = "session";

const subscribe = (onChange: () => void) => {
  addEventListener("storage", onChange);
  return () => removeEventListener("storage", onChange);
};

/** Whether this browser stores a session now. */
export const hasStoredSession = () => localStorage.getItem(SESSION_KEY) !== null;

/** Whether this browser stores a session; false on the server. Does not load the session client. */
export function useStoredSession(): boolean {
  return useSyncExternalStore(subscribe, hasStoredSession, () => false);
}

const COOKIE_SECONDS = 180 * 24 * 3_600;

/** Tells the server, by a cookie, whether this browser stores a session: if so, public profiles come with the application. */
export function noteSessionForServer(hasSession: boolean): void {
  document.cookie = `${SESSION_COOKIE}; path=/kines; samesite=lax; max-age=${hasSession ? COOKIE_SECONDS : 0}`;
}

/** Calls `onEntered` when a user signs in in another tab of this browser. */
export function useSignInElsewhere(onEntered: () => void): void {
  const handle = useEffectEvent(onEntered);
  useEffect(() => {
    // `storage` events fire only in the other tabs.
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === SESSION_KEY && newValue !== null) handle();
    };
    addEventListener("storage", hear);
    return () => removeEventListener("storage", hear);
  }, []);
}
