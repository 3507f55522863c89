import { isAuthRetryableFetchError } from "@supabase/auth-js";
import { type Answers, api } from "../../client/api.ts";
import { auth } from "../../client/session.ts";
import { errorCode } from "../../shared/errors.ts";

export type Me = Answers["accounts"]["me"];

/**
 * Who stands before a screen: nobody (no session), a session whose account or profile is gone, somebody who came from
 * another provider and has no profile yet, a member, or somebody whom the network does not let us know.
 */
export type CurrentUser =
  | { state: "nobody" }
  | { state: "vanished" }
  | { state: "unfinished"; name: string; email: string }
  | { state: "unreachable" }
  | { state: "member"; me: Me };

/** Finds who has the session kept in this browser, as the server sees them now. */
export async function findCurrentUser(): Promise<CurrentUser> {
  const { data, error } = await auth().getSession();
  if (isAuthRetryableFetchError(error)) return { state: "unreachable" };
  if (!data.session) return { state: "nobody" };
  try {
    return { state: "member", me: await api.accounts.me() };
  } catch (error) {
    return errorCode(error) === "NOT_SIGNED_IN" ? whyRefused() : { state: "unreachable" };
  }
}

/** The server does not know the session: it ended elsewhere, or its account or profile no longer exists. */
async function whyRefused(): Promise<CurrentUser> {
  const { data: { user }, error } = await auth().getUser();
  if (user?.app_metadata["profile_due"]) {
    return { state: "unfinished", name: String(user.user_metadata["name"] ?? ""), email: user.email ?? "" };
  }
  if (error === null || error.code === "user_not_found") return { state: "vanished" };
  return { state: isAuthRetryableFetchError(error) ? "unreachable" : "nobody" };
}
