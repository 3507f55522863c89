import { takeFirstCall } from "./first-calls.ts";
import { currentSession } from "./session.ts";

/**
 * What the account service answers to a GET of the stored session, asked without the session client, which is a fifth of a screen's scripts.
 * Null when there is no answer or a refusal: the session client asks again, since it knows what that means for the session.
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
