import { callLink, formatPhone, whatsAppLink } from "../../domain/profiles/phone.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { buttonLook } from "../../ui/button-look.ts";
import { Icon } from "../../ui/icons.tsx";

export type PhoneProps = { name: string; phone: string | null };
export type WhatsAppProps = PhoneProps & { greeting: string };

/** The phone of a patient who accepted, as a link that calls, within a row of a list; a button on phones, where the number is dialled and not read. */
export function Phone({ name, phone }: PhoneProps) {
  if (!phone) return <p className="max-w-36 text-sm text-muted">No dejó un teléfono de contacto.</p>;
  const label = `Llamar a ${name}: ${formatPhone(phone)}`;
  return (
    <>
      <span className="sm:hidden">
        <a href={callLink(phone)} aria-label={label} className={buttonLook("secondary", "small")}>
          <Icon name="phone" />
        </a>
      </span>
      <a
        href={callLink(phone)}
        aria-label={label}
        className="inline-flex min-h-11 items-center rounded font-semibold whitespace-nowrap text-primary tabular-nums underline
          underline-offset-4 max-sm:hidden"
      >
        {formatPhone(phone)}
      </a>
    </>
  );
}

/** Opens WhatsApp with the greeting to a patient who accepted. */
export function WhatsApp({ name, phone, greeting }: WhatsAppProps) {
  if (!phone) return null;
  return (
    <ButtonLink to={whatsAppLink(phone, greeting)} size="small" variant="secondary" icon="whatsapp">
      <span className="max-sm:sr-only">
        WhatsApp<span className="sr-only"> a {name} (se abre en otra ventana)</span>
      </span>
    </ButtonLink>
  );
}
