import { useEffect, useEffectEvent } from "react";
import { errorCode } from "../shared/errors.ts";

/** Asks the user to re-authenticate. Resolves to false when they cancel. */
type Reauthenticate = () => Promise<boolean>;

let reauthenticate: Reauthenticate | null = null;

/** While the caller is mounted, `prompt` re-authenticates the user for procedures that need a recent proof. */
export function useReauthentication(prompt: Reauthenticate): void {
  const current = useEffectEvent(prompt);
  useEffect(() => {
    const own = () => current();
    reauthenticate = own;
    return () => {
      if (reauthenticate === own) reauthenticate = null;
    };
  }, []);
}

/** Makes a call. If it needs a recent proof, asks for one and retries once. Throws the call's error. */
export async function withRecentProof<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (errorCode(error) !== "RECENT_PROOF_NEEDED" || !(await reauthenticate?.())) throw error;
    return call();
  }
}
