import { useProduct } from "../../shared/app-context.ts";
import { LogoMark } from "../../ui/logo.tsx";

type Links = [to: string, text: string][];

/** The footer of public pages: disclaimer, legal pages and contact. */
export function PublicFooter() {
  const { productName, contactPhone, contactEmail } = useProduct();
  const contacts: Links = [];
  if (contactPhone) contacts.push([`tel:${contactPhone.replace(/[^\d+]/g, "")}`, contactPhone]);
  if (contactEmail) contacts.push([`mailto:${contactEmail}`, contactEmail]);
  return (
    <footer className="border-t border-line text-sm text-muted">
      <div className="mx-auto grid max-w-6xl gap-8 px-5 py-10 md:grid-cols-[2fr_1fr_1fr_1fr] md:px-6">
        <div className="grid content-start gap-3">
          <div className="flex items-center gap-2.5 font-display text-lg font-semibold text-ink">
            <LogoMark className="size-7" />
            {productName}
          </div>
          <p className="max-w-md">
            {productName} es un intermediario entre pacientes y especialistas. No brinda servicios médicos. Ante una
            urgencia, llamá al 107.
          </p>
        </div>
        <LinkList
          title="Directorio"
          links={[
            ["/kinesiologos", "Kinesiólogos por zona"],
            ["/como-ordenamos", "Cómo ordenamos"],
            ["/como-moderamos", "Cómo moderamos"],
          ]}
        />
        <LinkList
          title="Legales"
          links={[
            ["/terminos", "Términos y condiciones"],
            ["/privacidad", "Política de privacidad"],
          ]}
        />
        {contacts.length > 0 && <LinkList title="Contacto" links={contacts} />}
      </div>
    </footer>
  );
}

function LinkList({ title, links }: { title: string; links: Links }) {
  return (
    <nav aria-label={title}>
      <div className="mb-1 font-semibold text-ink">{title}</div>
      <ul>
        {links.map(([to, text]) => (
          <li key={to}>
            <a
              className="inline-flex min-h-11 items-center rounded wrap-anywhere underline-offset-4 hover:text-primary hover:underline"
              href={to}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
