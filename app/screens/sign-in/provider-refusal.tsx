import { Icon } from "../../ui/icons.tsx";

// Our own sentences, never the text from the URL, which anybody can forge.
const reasons: Record<string, string> = {
  access_denied: "No diste permiso en el otro sitio. Podés intentarlo de nuevo.",
  bad_oauth_callback: "No pudimos comprobar lo que respondió el otro sitio. Probá de nuevo.",
  bad_oauth_state: "Ese ingreso venció o ya se usó. Empezá de nuevo.",
  email_exists: "Ya hay una cuenta con ese email. Ingresá con tu contraseña y vinculá la otra en Seguridad.",
  identity_already_exists: "Esa cuenta ya está vinculada a otra persona.",
  mailbox_full: "Ya hay cinco cuentas confirmadas con este email. Borrá una que no uses, o usá otro email.",
  provider_email_needs_verification:
    "El otro sitio no confirma que tu email sea tuyo. Ingresá con tu contraseña y vinculalo en Seguridad, o registrate con tu email.",
  temporarily_unavailable: "El otro sitio no responde en este momento. Probá de nuevo en unos minutos.",
};

/** The sentence for the code with which a provider, or the server on its behalf, refused a sign-in. */
export function ProviderRefusal({ code }: { code: string }) {
  return (
    <p role="alert" className="mb-5 flex items-start gap-3 rounded-card bg-warning-soft p-4 font-medium text-warning">
      <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
      {reasons[code] ?? "No se pudo ingresar con la otra cuenta. Probá de nuevo."}
    </p>
  );
}
