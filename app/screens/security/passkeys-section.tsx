import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { auth } from "../../client/session.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { KeyNameDialog } from "./key-name-dialog.tsx";
import { canUseKeys, keyFailure } from "../step-up/passkey-prompt.ts";
import { PasskeyLine } from "./passkey-line.tsx";
import { passkeysQuery } from "./protection.ts";
import { useRecentSignIn } from "../step-up/recent-sign-in.tsx";
import { Loaded, Section } from "./section.tsx";

/** Passkeys, which sign in without a password. */
export function PasskeysSection() {
  const query = useQuery(passkeysQuery);
  const queryClient = useQueryClient();
  const recently = useRecentSignIn();
  const [isNaming, setNaming] = useState(false);
  const askAgain = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });

  /** Registers a passkey under a name. Returns the error message, or null on success. */
  async function add(friendlyName: string): Promise<string | null> {
    const answer = await recently(async () => (await auth()).registerPasskey());
    if (!answer) return "";
    if (answer.error) return keyFailure(answer.error);
    await (await auth()).passkey.update({ passkeyId: answer.data.id, friendlyName });
    setNaming(false);
    toast.success("Llave de acceso agregada");
    await askAgain();
    return null;
  }

  return (
    <Section
      title="Entrar con tu huella o tu cara"
      about="También con el PIN de tu dispositivo, y sin contraseña. Se llaman llaves de acceso o passkeys."
    >
      <Loaded asked={query}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p>Todavía no tenés ninguna.</p>
          ) : (
            <ul className="flex flex-col gap-4">
              {passkeys.map((passkey) => (
                <PasskeyLine key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {canUseKeys() && (
        <div>
          <Button variant="secondary" icon="plus" onPress={() => setNaming(true)}>
            Agregar llave de acceso
          </Button>
        </div>
      )}
      <KeyNameDialog
        isOpen={isNaming}
        onOpenChange={setNaming}
        title="Agregar llave de acceso"
        about="Se guarda en este dispositivo, en tu celular o en tu administrador de contraseñas."
        onNamed={add}
      />
    </Section>
  );
}
