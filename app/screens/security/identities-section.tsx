import type { Provider } from "@supabase/auth-js";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { queries } from "../../client/api.ts";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import { useProduct } from "../../shared/app-context.ts";
import { RelativeTime } from "../../shared/relative-time.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProviderRefusal } from "../sign-in/providers.tsx";
import { identitiesQuery } from "./protection.ts";
import { useRecentSignIn } from "../step-up/recent-sign-in.tsx";
import { Removal } from "./removal.tsx";
import { Loaded, Section, Thing } from "./section.tsx";

/** "Cuentas vinculadas": linked accounts at other providers; renders nothing when no provider is configured. */
export function IdentitiesSection() {
  const { providers } = useProduct();
  const asked = useQuery({ ...identitiesQuery, enabled: providers.length > 0 });
  const queryClient = useQueryClient();
  const recently = useRecentSignIn();
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  if (providers.length === 0) return null;

  async function askAgain() {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: queries.sessions.key() }),
    ]);
  }

  async function link(id: string) {
    setLeavingTo(id);
    const redirectTo = `${location.origin}${location.pathname}`;
    const answer = await recently(() => auth().linkIdentity({ provider: id as Provider, options: { redirectTo } }));
    if (answer && !answer.error) return;
    setLeavingTo(null);
    if (answer?.error) toast.error(failureMessage(answer.error));
  }

  return (
    <Section title="Cuentas vinculadas" about="Para entrar con una cuenta que ya tenés en otro sitio.">
      <ProviderRefusal />
      <Loaded asked={asked}>
        {(identities) => (
          <>
            <ul className="flex flex-col gap-4">
              {identities.filter(({ provider }) => provider !== "email").map((identity) => {
                const name = providers.find(({ id }) => id === identity.provider)?.name ?? identity.provider;
                const email = identity.identity_data?.["email"] as string | undefined;
                return (
                  <Thing
                    key={identity.identity_id}
                    icon="user"
                    name={name}
                    detail={(
                      <>
                        {email && <>{email}. </>}Vinculada{" "}
                        <RelativeTime date={new Date(identity.created_at ?? Date.now())} />
                      </>
                    )}
                  >
                    <Removal
                      name={name}
                      question={`Con tu cuenta de ${name} ya no se va a poder entrar acá, y se van a cerrar tus otras sesiones.`}
                      onRemove={() => auth().unlinkIdentity(identity)}
                      onRemoved={askAgain}
                    />
                  </Thing>
                );
              })}
            </ul>
            <div className="flex flex-wrap gap-3">
              {providers.filter(({ id }) => !identities.some(({ provider }) => provider === id)).map(({ id, name }) => (
                <Button
                  key={id}
                  variant="secondary"
                  icon="plus"
                  isPending={leavingTo === id}
                  onPress={() => void link(id)}
                >
                  Vincular {name}
                </Button>
              ))}
            </div>
          </>
        )}
      </Loaded>
    </Section>
  );
}
