import { isAuthRetryableFetchError } from "@supabase/auth-js";
import { type Answers, api } from "../../client/api.ts";
import { auth, noteSessionEnded } from "../../client/session.ts";
import { errorCode } from "../../shared/errors.ts";

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

/** An answer that takes longer does not come: the session client itself would wait for ever. */
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
  const { data, error } = await auth().getSession();
  if (isAuthRetryableFetchError(error)) return { state: "unreachable" };
  if (!data.session) return { state: "nobody" };
  try {
    return { state: "member", me: await api.accounts.me() };
  } catch (error) {
    return errorCode(error) === "NOT_SIGNED_IN" ? whyRefused() : { state: "unreachable" };
  }
}

/** The server rejected the session: it was ended, or its account or profile no longer exists. */
async function whyRefused(): Promise<CurrentUser> {
  const {
    data: { user },
    error,
  } = await auth().getUser();
  if (user?.app_metadata["profile_due"]) {
    return { state: "unfinished", name: String(user.user_metadata["name"] ?? ""), email: user.email ?? "" };
  }
  if (error === null || error.code === "user_not_found") return { state: "vanished" };
  if (isAuthRetryableFetchError(error)) return { state: "unreachable" };
  noteSessionEnded();
  return { state: "nobody" };
}
