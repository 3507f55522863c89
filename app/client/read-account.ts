import { takeFirstCall } from "./first-calls.ts";
import { currentSession } from "./session.ts";

/**
 * GETs `path` from the account service with the stored session, without loading the session client, a fifth of a screen's scripts.
 * Null without an answer or on a refusal: the caller then asks through the session client, which knows what it means for the session.
 */
export async function readAccount<Answer>(path: `/auth/v1/${string}`): Promise<Answer | null> {
  try {
    const session = await currentSession();
    if (!session) return null;
    const authorization = `Bearer ${session.access_token}`;
    const first = takeFirstCall(path, authorization);
    const response = (await first?.catch(() => null)) ?? (await fetch(path, { headers: { authorization } }));
    return response.ok ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}
