import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { loadChunk } from "../../ui/chunk-reload.ts";
import { useReauthentication } from "../../client/recent-proof.ts";
import { toast } from "../../ui/toast.tsx";
import type { ClaimDialog } from "./claim-dialog.tsx";
import type { ProofDialog } from "./proof-dialog.tsx";

type Answer = { error: unknown };
type Act = <A extends Answer>(act: () => Promise<A>) => Promise<A | null>;

const RecentSignInContext = createContext<Act>(async (act) => act());

/**
 * Runs an action of the session client. If it needs a recent sign-in, asks for the password and retries. If it needs a claimed account,
 * asks the user to open the link of their address. Null when the user cancels or has yet to open that link. API procedures do not need this: the API client asks itself.
 */
export const useRecentSignIn = (): Act => useContext(RecentSignInContext);

const codeOf = ({ error }: Answer) => (error as { code?: string } | null)?.code;

type Prompt = { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void };

/** Asks for the password in a dialog when a child's action needs it. */
export function RecentSignIn({ children }: { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  // Loaded on first use: most sessions never need it.
  const [Part, setPart] = useState<typeof ProofDialog | null>(null);
  const openPrompt = useRef<Prompt>(undefined);
  const [isClaiming, setClaiming] = useState(false);
  const [ClaimPart, setClaimPart] = useState<typeof ClaimDialog | null>(null);

  function close(isConfirmed: boolean) {
    setAsking(false);
    openPrompt.current?.settle(isConfirmed);
    openPrompt.current = undefined;
  }

  async function ask(): Promise<boolean> {
    // Concurrent actions share one prompt.
    if (openPrompt.current) return openPrompt.current.answer;
    let settle!: (isConfirmed: boolean) => void;
    const answer = new Promise<boolean>((resolve) => (settle = resolve));
    openPrompt.current = { answer, settle };
    try {
      const { ProofDialog } = await loadChunk(() => import("./proof-dialog.tsx"));
      setPart(() => ProofDialog);
      setAsking(true);
    } catch (error) {
      toast.error(failureMessage(error));
      close(false);
    }
    return answer;
  }
  useReauthentication(ask);

  async function askForClaim() {
    try {
      const { ClaimDialog } = await loadChunk(() => import("./claim-dialog.tsx"));
      setClaimPart(() => ClaimDialog);
      setClaiming(true);
    } catch (error) {
      toast.error(failureMessage(error));
    }
  }

  const run: Act = async (act) => {
    let answer = await act();
    if (codeOf(answer) === "reauthentication_needed") {
      if (!(await ask())) return null;
      answer = await act();
    }
    if (codeOf(answer) !== "claim_required") return answer;
    await askForClaim();
    return null;
  };

  return (
    <RecentSignInContext value={run}>
      {children}
      {Part && <Part isOpen={isAsking} onClose={close} />}
      {ClaimPart && <ClaimPart isOpen={isClaiming} onClose={() => setClaiming(false)} />}
    </RecentSignInContext>
  );
}
