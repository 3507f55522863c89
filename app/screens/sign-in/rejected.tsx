import { callLink } from "../../domain/profiles/phone.ts";
import { useProduct } from "../../shared/app-context.ts";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Icon } from "../../ui/icons.tsx";

/** A rejected application, with the contact for questions. */
export function Rejected() {
  const { contactPhone } = useProduct();
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-danger-soft text-danger">
        <Icon name="close" className="size-8" />
      </span>
      <h1 className="text-3xl">Tu solicitud fue rechazada</h1>
      <p className="text-muted">Si creés que se trata de un error o querés saber más, comunicate con nosotros.</p>
      {contactPhone && (
        <ButtonLink to={callLink(contactPhone)} icon="phone">
          {contactPhone}
        </ButtonLink>
      )}
    </div>
  );
}
