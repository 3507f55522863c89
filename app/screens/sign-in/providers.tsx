import type { Provider } from "@supabase/auth-js";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { failureMessage } from "../../client/connection.ts";
import { auth } from "../../client/session.ts";
import { useProduct } from "../../shared/app-context.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { toast } from "../../ui/toast.tsx";

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

// Our own sentences, never the text from the URL, which anybody can forge.
const reasons: Record<string, string> = {
  access_denied: "No diste permiso en el otro sitio. Podés intentarlo de nuevo.",
  bad_oauth_callback: "No pudimos comprobar lo que respondió el otro sitio. Probá de nuevo.",
  bad_oauth_state: "Ese ingreso venció o ya se usó. Empezá de nuevo.",
  email_exists: "Ya hay una cuenta con ese email. Ingresá con tu contraseña y vinculá la otra en Seguridad.",
  identity_already_exists: "Esa cuenta ya está vinculada a otra persona.",
  provider_email_needs_verification:
    "El otro sitio no confirma que tu email sea tuyo. Ingresá con tu contraseña y vinculalo en Seguridad, o registrate con tu email.",
  temporarily_unavailable: "El otro sitio no responde en este momento. Probá de nuevo en unos minutos.",
};

/** The reason why a sign-in at a provider failed, from the URL; renders nothing otherwise. */
export function ProviderRefusal() {
  const [search] = useSearchParams();
  const code = search.get("error_code");
  if (code === null) return null;
  const reason = reasons[code] ?? "No se pudo ingresar con la otra cuenta. Probá de nuevo.";
  return (
    <p role="alert" className="mb-5 flex items-start gap-3 rounded-card bg-warning-soft p-4 font-medium text-warning">
      <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
      {reason}
    </p>
  );
}
