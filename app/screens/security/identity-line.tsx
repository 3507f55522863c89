import type { UserIdentity } from "@supabase/auth-js";
import { useQueryClient } from "@tanstack/react-query";
import { queries } from "../../client/api.ts";
import { auth } from "../../client/session.ts";
import { useProduct } from "../../shared/app-context.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { identitiesQuery } from "./protection.ts";
import { Removal } from "./removal.tsx";
import { Thing } from "./loaded.tsx";

/** One linked provider account in a list, which can be unlinked. */
export function IdentityLine({ identity }: { identity: UserIdentity }) {
  const { providers } = useProduct();
  const queryClient = useQueryClient();
  const name = providers.find(({ id }) => id === identity.provider)?.name ?? identity.provider;
  const email = identity.identity_data?.["email"] as string | undefined;

  async function askAgain() {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: queries.sessions.key() }),
    ]);
  }
  return (
    <Thing
      icon="user"
      name={name}
      detail={
        <>
          {email && <>{email}. </>}
          {identity.created_at && (
            <>
              Vinculada <RelativeTime date={new Date(identity.created_at)} />
            </>
          )}
        </>
      }
    >
      <Removal
        name={name}
        question={`Con tu cuenta de ${name} ya no se va a poder entrar acá, y se van a cerrar tus otras sesiones.`}
        onRemove={async () => (await auth()).unlinkIdentity(identity)}
        onRemoved={askAgain}
      />
    </Thing>
  );
}
