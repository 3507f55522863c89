import { Link } from "react-router";
import { useProduct } from "../../shared/app-context.ts";
import { LogoMark } from "../../ui/logo.tsx";

const linkLook = "inline-flex min-h-11 items-center rounded underline-offset-4 hover:text-primary hover:underline";

/** The footer of public pages: disclaimer, legal pages and contact. */
export function PublicFooter() {
  const { productName, contactPhone, contactEmail } = useProduct();
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
        <nav aria-label="Directorio">
          <div className="mb-1 font-semibold text-ink">Directorio</div>
          <ul>
            <li>
              <Link className={linkLook} to="/kinesiologos">
                Kinesiólogos por zona
              </Link>
            </li>
            <li>
              <Link className={linkLook} to="/como-ordenamos">
                Cómo ordenamos
              </Link>
            </li>
          </ul>
        </nav>
        <nav aria-label="Legales">
          <div className="mb-1 font-semibold text-ink">Legales</div>
          <ul>
            <li>
              <Link className={linkLook} to="/terminos">
                Términos y condiciones
              </Link>
            </li>
            <li>
              <Link className={linkLook} to="/privacidad">
                Política de privacidad
              </Link>
            </li>
          </ul>
        </nav>
        {(contactPhone || contactEmail) && (
          <div>
            <div className="mb-1 font-semibold text-ink">Contacto</div>
            <ul>
              {contactPhone && (
                <li>
                  <a className={linkLook} href={`tel:${contactPhone.replace(/[^\d+]/g, "")}`}>
                    {contactPhone}
                  </a>
                </li>
              )}
              {contactEmail && (
                <li>
                  <a className={`${linkLook} wrap-anywhere`} href={`mailto:${contactEmail}`}>
                    {contactEmail}
                  </a>
                </li>
              )}
            </ul>
          </div>
        )}
      </div>
    </footer>
  );
}
