import { useState } from "react";
import { failureMessage } from "../../client/connection.ts";
import { useOneFieldForm } from "../../client/form.tsx";
import { auth } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CodeField } from "../step-up/code-field.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** An unconfirmed authenticator app: its QR code and secret. */
export type NewApp = { id: string; qr_code: string; secret: string };

type AddAppDialogProps = { app: NewApp | null; onClose: () => void; onAdded: () => void };

/** Shows the QR code and the secret, and asks for the app's first code. */
export function AddAppDialog({ app, onClose, onAdded }: AddAppDialogProps) {
  // The content stays during the exit animation.
  const [shown, setShown] = useState(app);
  if (app && app !== shown) setShown(app);
  return (
    <Dialog isOpen={app !== null} onOpenChange={(isOpen) => !isOpen && onClose()} title="Agregar app de códigos">
      {shown && <FirstCode key={shown.id} app={shown} onAdded={onAdded} />}
    </Dialog>
  );
}

function FirstCode({ app, onAdded }: { app: NewApp; onAdded: () => void }) {
  const { field, isPending, onSubmit } = useOneFieldForm(async (code) => {
    const { error } = await (await auth()).mfa.challengeAndVerify({ factorId: app.id, code });
    if (error) return failureMessage(error, true);
    onAdded();
    return null;
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      <ol className="flex list-decimal flex-col gap-3 pl-5">
        <li>Abrí tu app de códigos (Google Authenticator, Microsoft Authenticator, Aegis u otra).</li>
        <li>Escaneá este dibujo o escribí la clave.</li>
      </ol>
      <img
        src={app.qr_code}
        alt="Dibujo QR con la clave que está escrita abajo"
        className="mx-auto size-52 rounded-card border border-line bg-white"
      />
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-card bg-sunken px-4 py-2">
        <p>
          <span className="block text-sm text-muted">Clave</span>
          <code className="font-semibold break-words">{app.secret.replace(/(.{4})(?!$)/g, "$1 ")}</code>
        </p>
        <CopyButton text={app.secret} label="Copiar la clave" />
      </div>
      <CodeField {...field} label="Código de 6 números" description="El que te muestra la app ahora." />
      <Button type="submit" isWide isPending={isPending}>
        Confirmar
      </Button>
    </form>
  );
}
