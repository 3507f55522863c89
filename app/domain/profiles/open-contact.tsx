import { Icon } from "../../ui/icons.tsx";
import { ContactActions } from "./contact-actions.tsx";

type OpenContactProps = {
  profile: { name: string; phone: string | null; email: string | null; license_number: string | null };
  productName: string;
};

/** A specialist's contact data, for viewers who may see it. */
export function OpenContact({ profile: { name, phone, email, license_number }, productName }: OpenContactProps) {
  return (
    <div className="flex flex-col gap-4">
      <ContactActions name={name} phone={phone} greeting={`Hola ${name}, te escribo desde ${productName}.`} />
      {email && (
        <p className="flex items-start gap-2">
          <Icon name="mail" className="mt-3 size-5 shrink-0 text-primary" />
          <a
            href={`mailto:${email}`}
            className="min-h-11 min-w-0 py-2.5 leading-6 wrap-anywhere underline underline-offset-4"
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
  );
}
