import { useQuery } from "@tanstack/react-query";
import { createContext, type FormEvent, type ReactNode, useContext, useRef, useState } from "react";
import { api } from "../../client/api.ts";
import { failureMessage } from "../../client/connection.ts";
import { errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { focusAtFirst } from "../../ui/focus-at-first.ts";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProviderButtons } from "../sign-in/providers.tsx";
import { identitiesQuery } from "../security/protection.ts";

type Answer = { error: unknown };
type Act = <A extends Answer>(act: () => Promise<A>) => Promise<A | null>;

const RecentSignInContext = createContext<Act>(async (act) => act());

/**
 * Runs an act of the session client, or a procedure; when it asks for a recent sign-in, asks for the password and runs it again. Null
 * when the person would rather not.
 */
export const useRecentSignIn = (): Act => useContext(RecentSignInContext);

const asksForSignIn = ({ error }: Answer) =>
  ["reauthentication_needed", "RECENT_PROOF_NEEDED"].includes((error as { code?: string } | null)?.code ?? "");

/** Asks for the password again, in a dialog, whenever something below needs it. */
export function RecentSignIn({ children }: { children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const settle = useRef<(isConfirmed: boolean) => void>(undefined);

  function close(isConfirmed: boolean) {
    setAsking(false);
    settle.current?.(isConfirmed);
    settle.current = undefined;
  }

  const run: Act = async (act) => {
    const answer = await act();
    if (!asksForSignIn(answer)) return answer;
    const isConfirmed = await new Promise<boolean>((resolve) => {
      settle.current = resolve;
      setAsking(true);
    });
    return isConfirmed ? act() : null;
  };

  return (
    <RecentSignInContext value={run}>
      {children}
      <Dialog
        isOpen={isAsking}
        onOpenChange={(isOpen) => !isOpen && close(false)}
        title="Confirmá que sos vos"
        size="small"
      >
        <Proof onConfirmed={() => close(true)} />
      </Dialog>
    </RecentSignInContext>
  );
}

/** By password, or, where the account has none, by signing in elsewhere again: what was begun is then begun anew. */
function Proof({ onConfirmed }: { onConfirmed: () => void }) {
  const { data: identities } = useQuery(identitiesQuery);
  if (!identities || identities.some(({ provider }) => provider === "email")) {
    return <PasswordForm onConfirmed={onConfirmed} />;
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">Pasó un rato desde que ingresaste. Para cambiar tu seguridad, ingresá de nuevo.</p>
      <ProviderButtons to={location.pathname} only={identities.map(({ provider }) => provider)} isProof />
    </div>
  );
}

function PasswordForm({ onConfirmed }: { onConfirmed: () => void }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);

  async function confirm(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    try {
      await api.accounts.confirmPassword({ password });
      onConfirmed();
    } catch (error) {
      if (errorCode(error) === "WRONG_PASSWORD") setProblem(failureMessage(error));
      else toast.error(failureMessage(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <form noValidate onSubmit={(event) => void confirm(event)} className="flex flex-col gap-5">
      <p className="text-muted">Pasó un rato desde que ingresaste. Para cambiar tu seguridad, escribí tu contraseña.</p>
      <TextField
        label="Contraseña"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        errorMessage={problem}
        isRequired
        inputRef={focusAtFirst}
      />
      <Button type="submit" isWide isPending={isPending}>Confirmar</Button>
    </form>
  );
}
