import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { provingWork } from "../../client/captcha.ts";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.tsx";
import { userQuery } from "../security/protection.ts";

type ClaimDialogProps = { isOpen: boolean; onClose: () => void };

/** Asks the user to open the link of their address in this browser: only then does a way in protect the account. */
export function ClaimDialog({ isOpen, onClose }: ClaimDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => !isStillOpen && onClose()}
      title="Primero confirmá tu email"
      size="small"
    >
      <Claim onClose={onClose} />
    </Dialog>
  );
}

function Claim({ onClose }: { onClose: () => void }) {
  const { data: user } = useQuery(userQuery);
  const [state, setState] = useState<"asking" | "sending" | "sent">("asking");
  const email = user?.email ?? "";

  async function send() {
    setState("sending");
    const { error } = await provingWork(async (captchaToken) =>
      (await auth()).resend({ type: "signup", email, options: { captchaToken } }),
    );
    setState(error ? "asking" : "sent");
    if (error) toast.error(failureMessage(error));
  }

  if (state === "sent") {
    return (
      <div role="status" className="flex flex-col gap-5">
        <p>
          Te mandamos un enlace a <strong className="break-words">{email}</strong>. Abrilo en este mismo navegador, sin
          cerrar tu sesión, y después repetí lo que estabas haciendo.
        </p>
        <Button isWide onPress={onClose}>
          Entendido
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">
        Así sabemos que la cuenta y el email son de la misma persona. Sin eso, quien lea tu correo podría quitar lo que
        agregues para protegerla.
      </p>
      <Button isWide isPending={state === "sending"} isDisabled={!user} onPress={() => void send()}>
        Enviarme el enlace
      </Button>
    </div>
  );
}
