import { renderToStaticMarkup } from "react-dom/server";
import type { Product } from "../../shared/app-context.ts";
import { WATCH } from "./start-watch-script.ts";

/**
 * Adds to the HTML of an application's page the script that notices when the application does not start, and the notice that it shows. React
 * leaves both alone: it skips elements of head and body that it does not know. The notice stands last, so that the first link is the one that
 * skips to the content.
 */
export function watchStart(html: string, product: Product, { pathname, search }: URL, nonce: string): string {
  const script = `<script nonce="${nonce}">(${WATCH})(window, document)</script>`;
  const notice = renderToStaticMarkup(<StartNotice {...product} address={pathname + search} />);
  return html.replace("<head>", () => `<head>${script}`).replace("</body>", () => `${notice}</body>`);
}

const linkLook = "rounded text-primary underline underline-offset-4 wrap-anywhere";

function StartNotice({ contactPhone, contactEmail, address }: Product & { address: string }) {
  return (
    <aside
      id="start-notice"
      hidden
      className="fixed inset-x-0 bottom-0 z-50 border-t border-line bg-warning-soft p-4 text-ink shadow-soft"
    >
      <div role="alert" className="mx-auto grid max-w-6xl gap-1">
        <p data-when="old" hidden>
          Tu navegador es muy viejo para entrar. Actualizalo o probá con otro.{" "}
          <a href="/kinesiologos" className={linkLook}>
            Buscar especialistas
          </a>{" "}
          funciona igual.
        </p>
        <p data-when="lost" hidden>
          No pudimos cargar la página. Revisá tu conexión y{" "}
          <a href={address} className={linkLook}>
            probá de nuevo
          </a>
          .
        </p>
        <p data-when="slow" hidden>
          La página está tardando en cargar. Si no se abre, revisá tu conexión y{" "}
          <a href={address} className={linkLook}>
            probá de nuevo
          </a>
          .
        </p>
        <p className="flex flex-wrap gap-x-3">
          ¿Necesitás ayuda?
          <a href={`tel:${contactPhone.replace(/[^\d+]/g, "")}`} className={linkLook}>
            {contactPhone}
          </a>
          <a href={`mailto:${contactEmail}`} className={linkLook}>
            {contactEmail}
          </a>
        </p>
      </div>
    </aside>
  );
}
