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
import { Loaded } from "./loaded.tsx";
import { Section } from "../../ui/section.tsx";

/** Passkeys, which sign in without a password. `isNext`: adding the first is the next step, and filled. */
export function PasskeysSection({ isNext }: { isNext: boolean }) {
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
    <Section title="Entrar con tu huella o tu cara">
      <Loaded asked={query}>
        {(passkeys) => (
          <>
            {passkeys.length === 0 ? (
              <p>Hoy entrás con tu contraseña. Así es más fácil y más seguro.</p>
            ) : (
              <ul className="flex flex-col gap-4">
                {passkeys.map((passkey) => (
                  <PasskeyLine key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            )}
            {canUseKeys() && (
              <Button
                variant={isNext && passkeys.length === 0 ? "primary" : "secondary"}
                size="large"
                onPress={() => setNaming(true)}
              >
                {passkeys.length === 0 ? "Activar huella o cara" : "Agregar otra"}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <KeyNameDialog
        isOpen={isNaming}
        onOpenChange={setNaming}
        title="Activar huella o cara"
        about="También sirve el PIN de tu dispositivo. Se guarda en él, o en tu administrador de contraseñas, como llave de acceso (passkey)."
        onNamed={add}
      />
    </Section>
  );
}
