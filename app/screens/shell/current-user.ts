import { isAuthRetryableFetchError } from "../../client/auth-errors.ts";
import type { Answers } from "../../client/api.ts";
import { sweepPersonal } from "../../client/personal-storage.ts";
import { auth, currentSession, forgetSessionEnd, noteSessionEnded } from "../../client/session.ts";
import { errorCode } from "../../shared/errors.ts";
import { loadChunk } from "../../ui/chunk-reload.ts";

export type Me = Answers["accounts"]["me"];

/**
 * The visitor's state: no session; a session whose account or profile was deleted; a sign-in from another provider
 * without a profile yet; a member; or unknown because the server is unreachable.
 */
export type CurrentUser =
  | { state: "nobody" }
  | { state: "vanished" }
  | { state: "unfinished"; name: string; email: string }
  | { state: "unreachable" }
  | { state: "member"; me: Me };

/** The timeout of the check: the session client itself would wait for ever. */
const PATIENCE_MS = 10_000;

/** Resolves the user of the stored session with the server; unreachable when there is no answer in time. */
export async function findCurrentUser(): Promise<CurrentUser> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<CurrentUser>((resolve) => {
    timer = setTimeout(() => resolve({ state: "unreachable" }), PATIENCE_MS);
  });
  return Promise.race([askForUser(), late]).finally(() => clearTimeout(timer));
}

async function askForUser(): Promise<CurrentUser> {
  sweepPersonal();
  const session = await currentSession().catch(() => "unreachable" as const);
  if (session === "unreachable") return { state: "unreachable" };
  if (!session) return { state: "nobody" };
  try {
    // Loaded here because visitors without a session, who only see the sign-in, do not need it.
    const { api, READ } = await loadChunk(() => import("../../client/api.ts"));
    const me = await api.accounts.me(undefined, READ);
    forgetSessionEnd();
    return { state: "member", me };
  } catch (error) {
    return errorCode(error) === "NOT_SIGNED_IN" ? whyRefused() : { state: "unreachable" };
  }
}

/** The server rejected the session: it was ended, or its account or profile no longer exists. */
async function whyRefused(): Promise<CurrentUser> {
  const {
    data: { user },
    error,
  } = await (await auth()).getUser();
  if (user?.app_metadata["profile_due"]) {
    return { state: "unfinished", name: String(user.user_metadata["name"] ?? ""), email: user.email ?? "" };
  }
  if (error === null || error.code === "user_not_found") return { state: "vanished" };
  if (isAuthRetryableFetchError(error)) return { state: "unreachable" };
  noteSessionEnded();
  return { state: "nobody" };
}
