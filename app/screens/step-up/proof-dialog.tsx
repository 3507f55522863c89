import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../client/api.ts";
import { failureMessage } from "../../client/connection.ts";
import { useOneFieldForm } from "../../client/form.tsx";
import { errorCode } from "../../shared/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { focusAtFirst } from "../../ui/focus-at-first.ts";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProviderButtons } from "../sign-in/providers.tsx";
import { identitiesQuery, passkeysQuery, waysQuery } from "../security/protection.ts";
import { Asking } from "./asking.tsx";
import { PasskeyProof } from "./passkey-proof.tsx";
import { canProveByPasskey } from "./passkey-prompt.ts";
import { SecondStep } from "./second-step.tsx";

/** A sign-in that was just repeated, a second factor, or a passkey, where nothing else is taken. */
export type ProofKind = "sign-in" | "factor" | "passkey";

type ProofDialogProps = { kind: ProofKind; isOpen: boolean; onClose: (isConfirmed: boolean) => void };

/** Asks the user to re-authenticate, for actions that need more than a session. */
export function ProofDialog({ kind, isOpen, onClose }: ProofDialogProps) {
  const Asked = { "sign-in": Proof, factor: FactorProof, passkey: OnlyPasskeyProof }[kind];
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && onClose(false)}
      title="Confirmá que sos vos"
      size="small"
    >
      <Asked onConfirmed={() => onClose(true)} />
    </Dialog>
  );
}

function FactorProof({ onConfirmed }: { onConfirmed: () => void }) {
  const { data } = useQuery(waysQuery);
  return data ? <SecondStep factors={data} onShown={onConfirmed} /> : <Asking />;
}

/** The password would be refused, so it is not asked for. */
function OnlyPasskeyProof({ onConfirmed }: { onConfirmed: () => void }) {
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">
        Tu llave de acceso protege tu cuenta: este cambio se confirma con ella. Si ya no la tenés, recuperá tu cuenta
        por correo.
      </p>
      {canProveByPasskey() ? (
        <PasskeyProof onShown={onConfirmed} />
      ) : (
        <p>Este navegador no puede usar tu llave de acceso. Probá desde otro.</p>
      )}
    </div>
  );
}

/**
 * By a touch of a passkey, by password or, for an account without one, by signing in at the provider again; the user then restarts the
 * action.
 */
function Proof({ onConfirmed }: { onConfirmed: () => void }) {
  const { data: passkeys, isLoading } = useQuery({ ...passkeysQuery, enabled: canProveByPasskey() });
  const [isTyping, setTyping] = useState(false);
  if (isLoading) return <Asking />;
  if (!passkeys?.length || isTyping) return <TypedProof onConfirmed={onConfirmed} />;
  return (
    <div className="flex flex-col gap-3">
      <p className="mb-2 text-muted">Pasó un rato desde que ingresaste. Para seguir, usá la llave de tu dispositivo.</p>
      <PasskeyProof onShown={onConfirmed} />
      <Button variant="quiet" isWide onPress={() => setTyping(true)}>
        Confirmar de otra forma
      </Button>
    </div>
  );
}

function TypedProof({ onConfirmed }: { onConfirmed: () => void }) {
  const { data: identities } = useQuery(identitiesQuery);
  if (!identities || identities.some(({ provider }) => provider === "email")) {
    return <PasswordForm onConfirmed={onConfirmed} />;
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">
        Pasó un rato desde que ingresaste. Ingresá de nuevo y después repetí lo que estabas haciendo.
      </p>
      <ProviderButtons to={location.pathname} only={identities.map(({ provider }) => provider)} isProof />
    </div>
  );
}

function PasswordForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { field, isPending, onSubmit } = useOneFieldForm(async (password) => {
    try {
      await api.accounts.confirmPassword({ password });
    } catch (error) {
      if (errorCode(error) === "WRONG_PASSWORD") return failureMessage(error);
      toast.error(failureMessage(error));
      return "";
    }
    onConfirmed();
    return null;
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <p className="text-muted">Pasó un rato desde que ingresaste. Para seguir, escribí tu contraseña.</p>
      <TextField
        {...field}
        label="Contraseña"
        type="password"
        autoComplete="current-password"
        isRequired
        inputRef={focusAtFirst}
      />
      <Button type="submit" isWide isPending={isPending}>
        Confirmar
      </Button>
    </form>
  );
}
