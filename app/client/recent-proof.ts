import { useEffect, useEffectEvent } from "react";
import { errorCode } from "../shared/errors.ts";

/** Asks the person to prove who they are. False when they would rather not. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;

/** While the caller is mounted, `asking` gets the proof for procedures that need a recent one. */
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

/** Makes a call; where it needs a recent proof, asks the person for one and makes the call again. Throws what the call throws. */
export async function withRecentProof<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (errorCode(error) !== "RECENT_PROOF_NEEDED" || !(await ask?.())) throw error;
    return call();
  }
}
