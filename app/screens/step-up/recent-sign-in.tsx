import { createContext, type ReactNode, useContext, useRef, useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { loadChunk } from "../../ui/chunk-reload.ts";
import { useReauthentication } from "../../client/recent-proof.ts";
import { toast } from "../../ui/toast.tsx";
import type { ClaimDialog } from "./claim-dialog.tsx";
import type { ProofDialog, ProofKind } from "./proof-dialog.tsx";

type Answer = { error: unknown };
type Act = <A extends Answer>(act: () => Promise<A>) => Promise<A | null>;

const RecentSignInContext = createContext<Act>(async (act) => act());

/**
 * Runs an action of the session client. If it needs a recent sign-in or second factor, asks for that and retries. If it needs a claimed account,
 * asks the user to open the link of their address. Null when the user cancels or has yet to open that link. API procedures do not need this: the API client asks itself.
 */
export const useRecentSignIn = (): Act => useContext(RecentSignInContext);

const codeOf = ({ error }: Answer) => (error as { code?: string } | null)?.code;

const PROOFS: Partial<Record<string, ProofKind>> = {
  reauthentication_needed: "sign-in",
  passkey_needed: "passkey",
  factor_needed: "factor",
};

type Prompt = { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void };

/** Asks for the password or a second factor in a dialog when a child's action needs it. */
export function RecentSignIn({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<ProofKind>("sign-in");
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

  async function ask(kind: ProofKind = "sign-in"): Promise<boolean> {
    // Concurrent actions share one prompt.
    if (openPrompt.current) return openPrompt.current.answer;
    let settle!: (isConfirmed: boolean) => void;
    const answer = new Promise<boolean>((resolve) => (settle = resolve));
    openPrompt.current = { answer, settle };
    try {
      const { ProofDialog } = await loadChunk(() => import("./proof-dialog.tsx"));
      setPart(() => ProofDialog);
      setAsked(kind);
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
    const kind = PROOFS[codeOf(answer) ?? ""];
    if (kind) {
      if (!(await ask(kind))) return null;
      answer = await act();
    }
    if (codeOf(answer) !== "claim_required") return answer;
    await askForClaim();
    return null;
  };

  return (
    <RecentSignInContext value={run}>
      {children}
      {Part && <Part kind={asked} isOpen={isAsking} onClose={close} />}
      {ClaimPart && <ClaimPart isOpen={isClaiming} onClose={() => setClaiming(false)} />}
    </RecentSignInContext>
  );
}
