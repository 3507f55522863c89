import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FactorLine } from "./factor-line.tsx";
import { IdentityLine } from "./identity-line.tsx";
import { PasskeyLine } from "./passkey-line.tsx";
import { factorsQuery, identitiesQuery, isElsewhere, isShown, passkeysQuery } from "./protection.ts";

/**
 * The user's passkeys, second factors and linked accounts, except those `held` back by a recovery, shown while setting a new password so
 * that unrecognised ones can be removed.
 */
export function OtherWaysIn({ held }: { held: readonly string[] }) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <Ways held={held} />
    </QueryClientProvider>
  );
}

function Ways({ held }: { held: readonly string[] }) {
  const isOld = (id: string) => !held.includes(id);
  const passkeys = useQuery(passkeysQuery).data?.filter(({ id }) => isOld(id)) ?? [];
  const factors = useQuery(factorsQuery).data?.all.filter((factor) => isShown(factor) && isOld(factor.id)) ?? [];
  const identities =
    useQuery(identitiesQuery).data?.filter((identity) => isElsewhere(identity) && isOld(identity.identity_id)) ?? [];
  if (passkeys.length + factors.length + identities.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-xl">También abren tu cuenta</h2>
      <p className="mt-1 text-muted">Una contraseña nueva no los quita. Si no reconocés alguno, quitalo.</p>
      <ul className="mt-4 flex flex-col gap-4">
        {passkeys.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} />
        ))}
        {factors.map((factor) => (
          <FactorLine key={factor.id} factor={factor} />
        ))}
        {identities.map((identity) => (
          <IdentityLine key={identity.identity_id} identity={identity} />
        ))}
      </ul>
    </section>
  );
}
