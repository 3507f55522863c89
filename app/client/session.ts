import type { Session } from "@supabase/auth-js";
import { loadingLate } from "../ui/late.tsx";
import { isAuthRetryableFetchError } from "./auth-errors.ts";
import { forgetEverything, forgetPerson } from "./personal-storage.ts";
import type { open } from "./session-client.ts";
import { hasStoredSession, noteSessionForServer, SESSION_KEY } from "./stored-session.ts";
import { refusal } from "../shared/errors.ts";

let isSigningOut = false;
/** Kept in the tab, since the page may be reloaded before it says so. */
const ENDED = "session-ended";
type SessionClient = ReturnType<typeof open>;

let client: SessionClient | undefined;
const loadClient = loadingLate(() => import("./session-client.ts"));

/** The browser's singleton session client for our account service. Call it in a browser only. Throws when it cannot be loaded. */
export async function auth(): Promise<SessionClient> {
  const { open } = await loadClient();
  client ??= open(noteSessionEnded);
  return client;
}

/** A client for single calls with a session's token, where the session client sends none: linking and resending a link. */
export async function authAs(session: Session): Promise<SessionClient> {
  return (await loadClient()).openFor(session);
}

/** The session client refreshes a token that expires within this time (ms). */
const EXPIRY_MARGIN_MS = 90_000;

/** Parameters that a provider or a link adds to the address; the session client turns them into a session or an error. */
const ANSWER_IN_ADDRESS = /[?&#](code|access_token|error|error_code|error_description)=/;

/**
 * The stored session, refreshed if due, or null. Until the session client is loaded, a fresh session is read without it. Throws
 * UNAVAILABLE when the refresh fails with a retryable error.
 */
export async function currentSession(): Promise<Session | null> {
  if (!client && !ANSWER_IN_ADDRESS.test(location.search + location.hash)) {
    if (!hasStoredSession()) return null;
    const stored = freshSession();
    if (stored) return stored;
  }
  const { data, error } = await (await auth()).getSession();
  if (isAuthRetryableFetchError(error)) throw refusal("UNAVAILABLE");
  return data.session;
}

/** The stored session if its token is not about to expire. */
function freshSession(): Session | null {
  try {
    const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null") as Session | null;
    return session?.access_token && (session.expires_at ?? 0) * 1_000 - Date.now() > EXPIRY_MARGIN_MS ? session : null;
  } catch {
    return null;
  }
}

/** Ends the session on this device and clears all stored user data. */
export async function signOut(): Promise<void> {
  isSigningOut = true;
  // Without the session client the data is still cleared; on the server, the session then lasts until it expires.
  await auth()
    .then(
      (opened) => opened.signOut({ scope: "local" }),
      () => undefined,
    )
    .finally(() => (isSigningOut = false));
  forgetEverything();
  noteSessionForServer(false);
}

/** Notes that the session has ended, here or in another tab, unless this tab is signing out, and removes what is stored about its person. */
export function noteSessionEnded(): void {
  forgetPerson();
  if (isSigningOut) return;
  try {
    sessionStorage.setItem(ENDED, "yes");
  } catch {
    // Without storage the sign-in opens without the reason.
  }
}

/** Whether the last session of this tab ended other than by its sign-out. */
export const hasSessionEnded = () => sessionStorage.getItem(ENDED) !== null;

/** Another session has begun. */
export const forgetSessionEnd = () => sessionStorage.removeItem(ENDED);
