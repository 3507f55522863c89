import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { auth } from "../../client/session.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { KeyNameDialog } from "./key-name-dialog.tsx";
import { canUseKeys, keyFailure } from "../step-up/passkey-prompt.ts";
import { passkeysQuery } from "./protection.ts";
import { useRecentSignIn } from "../step-up/recent-sign-in.tsx";
import { Removal } from "./removal.tsx";
import { Loaded, Section, Thing } from "./section.tsx";

/** Keys that sign in by themselves, with no password. */
export function PasskeysSection() {
  const asked = useQuery(passkeysQuery);
  const queryClient = useQueryClient();
  const recently = useRecentSignIn();
  const [isNaming, setNaming] = useState(false);
  const askAgain = () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });

  /** Makes a passkey under a name; the sentence to show when that failed, or null. */
  async function add(friendlyName: string): Promise<string | null> {
    const answer = await recently(() => auth().registerPasskey());
    if (!answer) return "";
    if (answer.error) return keyFailure(answer.error);
    await auth().passkey.update({ passkeyId: answer.data.id, friendlyName });
    setNaming(false);
    toast.success("Llave de acceso agregada");
    await askAgain();
    return null;
  }

  return (
    <Section
      title="Llaves de acceso"
      about="Para entrar sin contraseña, con tu huella, tu cara o el PIN de tu dispositivo. También se llaman passkeys."
    >
      <Loaded asked={asked}>
        {(passkeys) => (passkeys.length === 0 ? <p>Todavía no tenés ninguna.</p> : (
          <ul className="flex flex-col gap-4">
            {passkeys.map(({ id, friendly_name, created_at, last_used_at }) => (
              <Thing
                key={id}
                icon="key"
                name={friendly_name}
                detail={(
                  <>
                    Agregada <RelativeTime date={new Date(created_at)} />
                    {last_used_at && <>, usada <RelativeTime date={new Date(last_used_at)} /></>}
                  </>
                )}
              >
                <Removal
                  name={friendly_name ?? "la llave"}
                  question="Con ella ya no se va a poder entrar. Borrala también de tu dispositivo."
                  onRemove={() => auth().passkey.delete({ passkeyId: id })}
                  onRemoved={askAgain}
                />
              </Thing>
            ))}
          </ul>
        ))}
      </Loaded>
      {canUseKeys() && (
        <div>
          <Button variant="secondary" icon="plus" onPress={() => setNaming(true)}>Agregar llave de acceso</Button>
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
