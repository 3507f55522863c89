import type { Me } from "./current-user.ts";
import type { Role } from "../../shared/roles.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { securityOf } from "./navigation.ts";

/** Says that our mails do not reach a person, until they have another address or use a link of a mail. */
export function MailBanner({ me, role }: { me: Me; role: Role }) {
  return (
    <Banner
      icon="warning"
      short={me.mail_state === "hard" ? "Tu casilla de email no existe." : "No recibís nuestros correos."}
      action={
        <ButtonLink to={securityOf(role, "email")} variant="link" size="inline">
          Corregir<span className="max-md:sr-only"> mi email</span>
        </ButtonLink>
      }
    >
      {me.mail_state === "hard"
        ? `No pudimos escribirte a ${me.email}: la casilla no existe.`
        : `Ya no te escribimos a ${me.email}: nuestros correos se marcaron como no deseados. Confirmá tu email para recibirlos de nuevo.`}
    </Banner>
  );
}
