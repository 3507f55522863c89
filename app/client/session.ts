import { AuthClient, isAuthRetryableFetchError, type Session } from "@supabase/auth-js";
import { SESSION_KEY } from "./stored-session.ts";
import { forgetOfflineSnapshot } from "./offline-snapshot.ts";
import { AppError } from "../shared/errors.ts";

const LAST_ROUTE_KEY = "last-route";

let client: InstanceType<typeof AuthClient> | undefined;

/** The browser's one session client, speaking to our account service. Only to be called in a browser. */
export function auth(): InstanceType<typeof AuthClient> {
  client ??= open();
  return client;
}

function open() {
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
    // What a tab keeps for itself only that tab can clear, also when another one signs out.
    if (event === "SIGNED_OUT") sessionStorage.clear();
    // A session that merely could not be refreshed for want of a network is nobody's end.
    if (event === "SIGNED_OUT" || session) forgetOfflineSnapshot(session?.user.id);
  });
  return opened;
}

/** A client for single calls in a session's name, where the session client sends none: links, and sending one again. */
export function authAs({ access_token }: Session): InstanceType<typeof AuthClient> {
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

/** The session kept in this browser, refreshed when it was due, or null. Throws UNAVAILABLE when it could not be. */
export async function currentSession(): Promise<Session | null> {
  const { data, error } = await auth().getSession();
  if (isAuthRetryableFetchError(error)) throw new AppError("UNAVAILABLE");
  return data.session;
}

/** Ends the session on this device and forgets whatever the browser kept of the person. */
export async function signOut(): Promise<void> {
  await auth().signOut({ scope: "local" });
  localStorage.clear();
  sessionStorage.clear();
}

/** Remembers the dashboard path to come back to. */
export function rememberRoute(path: string): void {
  localStorage.setItem(LAST_ROUTE_KEY, path);
}

/** The dashboard path visited last, or null. */
export function lastRoute(): string | null {
  return localStorage.getItem(LAST_ROUTE_KEY);
}
