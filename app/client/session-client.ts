import { AuthClient, type Session } from "@supabase/auth-js";
import { sweepPersonal } from "./personal-storage.ts";
import { SESSION_KEY } from "./stored-session.ts";

/** Opens this tab's session client, which also refreshes the session and follows other tabs. Calls `onEnded` when a session has ended. */
export function open(onEnded: () => void) {
  const opened = new AuthClient({
    url: `${location.origin}/auth/v1`,
    storageKey: SESSION_KEY,
    flowType: "pkce",
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    experimental: { recoveryCodes: true },
  });
  opened.onAuthStateChange((event, session) => {
    // A null session without SIGNED_OUT only means that the refresh failed offline: what is stored stays.
    if (event === "SIGNED_OUT") onEnded();
    else if (session) sweepPersonal(session.user.id);
  });
  return opened;
}

/** Opens a client for single calls with a session's token, where the session client sends none. */
export function openFor({ access_token }: Session) {
  return new AuthClient({
    url: `${location.origin}/auth/v1`,
    headers: { Authorization: `Bearer ${access_token}` },
    storageKey: "single-call",
    flowType: "implicit",
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
}
