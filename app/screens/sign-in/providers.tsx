import type { Provider } from "@supabase/auth-js";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import { useProduct } from "../../shared/app-context.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { toast } from "../../ui/toast.tsx";

const Refusal = late(async () => (await import("./provider-refusal.tsx")).ProviderRefusal);

type ProviderButtonsProps = {
  /** The return path. */
  to?: string;
  /** The providers to offer; all configured ones by default. */
  only?: readonly string[];
  /** Asks the provider to re-authenticate the user, if it can. */
  isProof?: boolean;
};

/** "Continuar con …" for each configured provider; renders nothing when there is none. */
export function ProviderButtons({ to = "/auth", only, isProof = false }: ProviderButtonsProps) {
  const { providers } = useProduct();
  const [leavingTo, setLeavingTo] = useState<string | null>(null);
  const offered = providers.filter(({ id }) => !only || only.includes(id));
  if (offered.length === 0) return null;

  async function leave(id: string) {
    setLeavingTo(id);
    const { error } = await (
      await auth()
    ).signInWithOAuth({
      provider: id as Provider,
      options: { redirectTo: `${location.origin}${to}`, ...(isProof && { queryParams: { prompt: "login" } }) },
    });
    if (!error) return;
    setLeavingTo(null);
    toast.error(failureMessage(error));
  }

  return (
    <div className="flex flex-col gap-3">
      {offered.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          icon="user"
          isWide
          isPending={leavingTo === id}
          onPress={() => void leave(id)}
        >
          Continuar con {name}
        </Button>
      ))}
    </div>
  );
}

/** The reason why a sign-in at a provider failed, from the URL; renders nothing otherwise. */
export function ProviderRefusal() {
  const [search] = useSearchParams();
  const code = search.get("error_code");
  return code !== null && <Refusal code={code} />;
}
