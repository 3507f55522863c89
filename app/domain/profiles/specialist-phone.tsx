import { ButtonLink } from "../../ui/button-link.tsx";
import { formatPhone, whatsAppLink } from "./phone.ts";

/** A phone number as displayed. */
export function PhoneText({ phone }: { phone: string }) {
  return formatPhone(phone);
}

export type WhatsAppButtonProps = { phone: string; name: string; greeting: string };

/** "WhatsApp", with `greeting` prefilled. */
export function WhatsAppButton({ phone, name, greeting }: WhatsAppButtonProps) {
  return (
    <ButtonLink to={whatsAppLink(phone, greeting)} variant="secondary" size="small" icon="whatsapp">
      <span className="max-md:sr-only">
        WhatsApp<span className="sr-only"> a {name} (se abre en otra ventana)</span>
      </span>
    </ButtonLink>
  );
}
