import { callLink, formatPhone, whatsAppLink } from "../../domain/profiles/phone.ts";
import { ButtonLink } from "../../ui/button-link.tsx";

export type PhoneProps = { name: string; phone: string | null };
export type WhatsAppProps = PhoneProps & { greeting: string };

/** The phone of a patient who accepted, as a link that calls, within a row of a list. */
export function Phone({ name, phone }: PhoneProps) {
  if (!phone) return <p className="text-sm text-muted">No dejó un teléfono de contacto.</p>;
  return (
    <a
      href={callLink(phone)}
      aria-label={`Llamar a ${name}: ${formatPhone(phone)}`}
      // Stacked above the row's own control, which covers the rest of the row.
      className="relative inline-flex min-h-11 items-center rounded text-sm font-semibold sm:text-base whitespace-nowrap text-primary tabular-nums underline
        underline-offset-4"
    >
      {formatPhone(phone)}
    </a>
  );
}

/** Opens WhatsApp with the greeting to a patient who accepted. */
export function WhatsApp({ name, phone, greeting }: WhatsAppProps) {
  if (!phone) return null;
  return (
    <ButtonLink to={whatsAppLink(phone, greeting)} size="small" variant="secondary" icon="whatsapp">
      <span>
        WhatsApp<span className="sr-only"> a {name} (se abre en otra ventana)</span>
      </span>
    </ButtonLink>
  );
}
