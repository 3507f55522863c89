import type { Provider } from "@supabase/auth-js";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import { useProduct } from "../../shared/app-context.ts";
import { plural } from "../../shared/format.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { ProviderRefusal } from "../sign-in/providers.tsx";
import { IdentityLine } from "./identity-line.tsx";
import { identitiesQuery, isElsewhere } from "./protection.ts";
import { useRecentSignIn } from "../step-up/recent-sign-in.tsx";
import { Loaded } from "./loaded.tsx";
import { Section } from "../../ui/section.tsx";

/** "Cuentas vinculadas": linked accounts at other providers; renders nothing when no provider is configured. */
export function IdentitiesSection() {
  const { providers } = useProduct();
  const query = useQuery({ ...identitiesQuery, enabled: providers.length > 0 });
  const recently = useRecentSignIn();
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  const [search] = useSearchParams();
  if (providers.length === 0) return null;
  const linked = query.data?.filter(isElsewhere) ?? [];

  async function link(id: string) {
    setLeavingTo(id);
    const redirectTo = `${location.origin}${location.pathname}#cuentas-vinculadas`;
    const answer = await recently(async () =>
      (await auth()).linkIdentity({ provider: id as Provider, options: { redirectTo } }),
    );
    if (answer && !answer.error) return;
    setLeavingTo(null);
    if (answer?.error) toast.error(failureMessage(answer.error));
  }

  return (
    <Section
      title="Cuentas vinculadas"
      about="Para entrar con una cuenta que ya tenés en otro sitio."
      fold="cuentas-vinculadas"
      isUrgent={search.has("error_code")}
      state={query.data && (linked.length > 0 ? plural(linked.length, "cuenta", "cuentas") : "Ninguna")}
    >
      <ProviderRefusal />
      <Loaded asked={query}>
        {(identities) => (
          <>
            <ul className="flex flex-col gap-4">
              {linked.map((identity) => (
                <IdentityLine key={identity.identity_id} identity={identity} />
              ))}
            </ul>
            <div className="flex flex-wrap gap-3">
              {providers
                .filter(({ id }) => !identities.some(({ provider }) => provider === id))
                .map(({ id, name }) => (
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
