import { useEffect, useEffectEvent } from "react";
import { errorCode } from "../shared/errors.ts";

/** Asks the user to re-authenticate. Resolves to false when they cancel. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;

/** While the caller is mounted, `asking` re-authenticates the user for procedures that need a recent proof. */
export function useProofAsker(asking: Ask): void {
  const current = useEffectEvent(asking);
  useEffect(() => {
    const own = () => current();
    ask = own;
    return () => {
      if (ask === own) ask = null;
    };
  }, []);
}

/** Makes a call. If it needs a recent proof, asks for one and retries once. Throws the call's error. */
export async function withRecentProof<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (errorCode(error) !== "RECENT_PROOF_NEEDED" || !(await ask?.())) throw error;
    return call();
  }
}
