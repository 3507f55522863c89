import { Card } from "../../ui/card.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Icon } from "../../ui/icons.tsx";
import { ContactActions } from "./contact-actions.tsx";

type ContactCardProps = {
  profile: {
    name: string;
    contact_open: boolean;
    phone: string | null;
    email: string | null;
    license_number: string | null;
  };
  productName: string;
};

/** How to reach a specialist, for whom the gate is open; for everybody else, how to open it. */
export function ContactCard({ profile, productName }: ContactCardProps) {
  const { name, contact_open, phone, email, license_number } = profile;
  return (
    <Card as="section">
      <h2 className="mb-4 text-xl">Contacto</h2>
      {contact_open ? (
        <div className="flex flex-col gap-4">
          <ContactActions name={name} phone={phone} greeting={`Hola ${name}, te escribo desde ${productName}.`} />
          {email && (
            <p className="flex items-center gap-2">
              <Icon name="mail" className="size-5 text-primary" />
              <a
                href={`mailto:${email}`}
                className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
              >
                {email}
              </a>
            </p>
          )}
          {license_number && (
            <p className="flex items-center gap-2">
              <Icon name="shield" className="size-5 text-primary" />
              Matrícula {license_number}
            </p>
          )}
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="flex items-start gap-2 text-muted">
            <Icon name="lock" className="mt-0.5 size-5" />
            Los datos de contacto están disponibles solo para pacientes con casos asignados a este profesional.
          </p>
          <ButtonLink to="/dashboard/patient/cases" isWide>Subí tu caso para contactar a este profesional</ButtonLink>
        </div>
      )}
    </Card>
  );
}
