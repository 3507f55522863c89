import { useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { auth } from "../../client/session.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { passkeysQuery } from "./protection.ts";
import { Removal } from "./removal.tsx";
import { Thing } from "./loaded.tsx";

type Passkey = { id: string; friendly_name?: string; created_at: string; last_used_at?: string };

/** One passkey in a list, with its removal. */
export function PasskeyLine({ passkey: { id, friendly_name, created_at, last_used_at } }: { passkey: Passkey }) {
  const queryClient = useQueryClient();

  async function afterRemoval() {
    // Removing the passkey may lower the session's assurance level: refresh the token.
    await (await auth()).refreshSession();
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: queries.sessions.key() }),
    ]);
  }
  return (
    <Thing
      icon="key"
      name={friendly_name}
      detail={
        <>
          Agregada <RelativeTime date={new Date(created_at)} />
          {last_used_at && (
            <>
              , usada <RelativeTime date={new Date(last_used_at)} />
            </>
          )}
        </>
      }
    >
      <Removal
        name={friendly_name ?? "la llave"}
        question="Con ella ya no se va a poder entrar, y se cierran las otras sesiones que abrió. Borrala también de tu dispositivo."
        onRemove={async () => (await auth()).passkey.delete({ passkeyId: id })}
        onRemoved={afterRemoval}
      />
    </Thing>
  );
}
