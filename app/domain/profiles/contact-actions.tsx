import { ButtonLink } from "../../ui/button-link.tsx";
import { callLink, formatPhone, whatsAppLink } from "./phone.ts";

export type ContactActionsProps = {
  name: string;
  phone: string | null;
  greeting: string;
  /** Whether calling is the next act of the screen. */ isMain?: boolean;
};

/** A phone number with its actions: call, or WhatsApp with `greeting` prefilled. */
export function ContactActions({ name, phone, greeting, isMain = true }: ContactActionsProps) {
  if (!phone) return <p className="text-muted">No dejó un teléfono de contacto.</p>;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.25rem),1fr))] gap-3 *:px-2">
        <ButtonLink to={callLink(phone)} size="large" variant={isMain ? "primary" : "secondary"} icon="phone">
          <span>
            Llamar<span className="sr-only"> a {name}</span>
          </span>
        </ButtonLink>
        <ButtonLink to={whatsAppLink(phone, greeting)} size="large" variant="secondary" icon="whatsapp">
          <span>
            WhatsApp<span className="sr-only"> a {name} (se abre en otra ventana)</span>
          </span>
        </ButtonLink>
      </div>
      <p data-uncovered className="text-lg font-semibold tabular-nums">
        <span className="sr-only">Teléfono: </span>
        {formatPhone(phone)}
      </p>
    </div>
  );
}
