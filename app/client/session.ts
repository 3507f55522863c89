import { AuthClient, isAuthRetryableFetchError, type Session } from "@supabase/auth-js";
import { SESSION_KEY } from "./stored-session.ts";
import { forgetOfflineSnapshot } from "./offline-snapshot.ts";
import { AppError } from "../shared/errors.ts";

const LAST_ROUTE_KEY = "last-route";

let client: InstanceType<typeof AuthClient> | undefined;
let isSigningOut = false;
let hasEnded = false;

/** The browser's singleton session client for our account service. Call it in a browser only. */
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
    // Each tab must clear its own sessionStorage, also when another tab signs out.
    if (event === "SIGNED_OUT") sessionStorage.clear();
    if (event === "SIGNED_OUT" && !isSigningOut) hasEnded = true;
    // A null session without SIGNED_OUT only means that the refresh failed offline: keep the snapshot.
    if (event === "SIGNED_OUT" || session) forgetOfflineSnapshot(session?.user.id);
  });
  return opened;
}

/** A client for single calls with a session's token, where the session client sends none: linking and resending a link. */
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

/** The stored session, refreshed if due, or null. Throws UNAVAILABLE when the refresh fails with a retryable error. */
export async function currentSession(): Promise<Session | null> {
  const { data, error } = await auth().getSession();
  if (isAuthRetryableFetchError(error)) throw new AppError("UNAVAILABLE");
  return data.session;
}

/** Ends the session on this device and clears all stored user data. */
export async function signOut(): Promise<void> {
  isSigningOut = true;
  await auth()
    .signOut({ scope: "local" })
    .finally(() => (isSigningOut = false));
  localStorage.clear();
  sessionStorage.clear();
}

/** Notes that the server no longer knows the stored session. */
export function noteSessionEnded(): void {
  hasEnded = true;
}

/** Whether a session ended without this tab's asking, since this was last asked. */
export function hasSessionEnded(): boolean {
  const ended = hasEnded;
  hasEnded = false;
  return ended;
}

/** Stores the dashboard path to return to. */
export function rememberRoute(path: string): void {
  localStorage.setItem(LAST_ROUTE_KEY, path);
}

/** The dashboard path visited last, or null. */
export function lastRoute(): string | null {
  return localStorage.getItem(LAST_ROUTE_KEY);
}
