import { isAuthRetryableFetchError } from "@supabase/auth-js";
import { type Answers, api } from "../../client/api.ts";
import { auth } from "../../client/session.ts";
import { errorCode } from "../../shared/errors.ts";

export type Me = Answers["accounts"]["me"];

/**
 * Who stands before a screen: nobody (no session), a session whose account or profile is gone, a member, or
 * somebody whom the network does not let us know.
 */
export type Visitor =
  | { state: "nobody" }
  | { state: "vanished" }
  | { state: "unreachable" }
  | { state: "member"; me: Me };

/** Finds who has the session kept in this browser, as the server sees them now. */
export async function findVisitor(): Promise<Visitor> {
  const { data, error } = await auth().getSession();
  if (isAuthRetryableFetchError(error)) return { state: "unreachable" };
  if (!data.session) return { state: "nobody" };
  try {
    return { state: "member", me: await api.accounts.me() };
  } catch (error) {
    return { state: errorCode(error) === "NOT_SIGNED_IN" ? await whyRefused() : "unreachable" };
  }
}

/** The server does not know the session: it ended elsewhere, or its account or profile no longer exists. */
async function whyRefused(): Promise<"nobody" | "vanished" | "unreachable"> {
  const { error } = await auth().getUser();
  if (error === null || error.code === "user_not_found") return "vanished";
  return isAuthRetryableFetchError(error) ? "unreachable" : "nobody";
}
