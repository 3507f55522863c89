import { ButtonLink } from "../../ui/button-link.tsx";
import { Icon } from "../../ui/icons.tsx";
import { callLink, formatPhone, whatsAppLink } from "./phone.ts";

export type ContactActionsProps = { name: string; phone: string | null; greeting: string };

/** A phone number with its actions: call, or WhatsApp with `greeting` prefilled. */
export function ContactActions({ name, phone, greeting }: ContactActionsProps) {
  if (!phone) return <p className="text-muted">No dejó un teléfono de contacto.</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-2 text-lg font-semibold whitespace-nowrap tabular-nums">
        <Icon name="phone" className="size-5 text-primary" />
        <span className="sr-only">Teléfono: </span>
        {formatPhone(phone)}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <ButtonLink to={callLink(phone)} variant="secondary" icon="phone">
          <span>
            Llamar<span className="sr-only"> a {name}</span>
          </span>
        </ButtonLink>
        <ButtonLink to={whatsAppLink(phone, greeting)} icon="whatsapp">
          <span>
            WhatsApp<span className="sr-only"> a {name} (se abre en otra ventana)</span>
          </span>
        </ButtonLink>
      </div>
    </div>
  );
}
