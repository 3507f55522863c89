import { staticPage } from "./static-page.server.tsx";
import type { Route } from "./+types/privacy";
import { LegalPage } from "./legal-page.tsx";
import { PageHead } from "./page-head.tsx";
import { privacySections } from "./privacy-sections.tsx";

const TITLE = "Política de privacidad";
const DESCRIPTION = "Qué datos te pedimos, para qué, quién los ve y cómo los borrás.";
const SINCE = "2026-11-27";

/** /privacidad: which data are collected, why, who sees them and for how long. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return staticPage(args, (product) => ({
    head: (
      <PageHead
        product={product}
        title={`${product.productName} | ${TITLE}`}
        description={DESCRIPTION}
        path="/privacidad"
      />
    ),
    body: (
      <LegalPage
        title={TITLE}
        since={SINCE}
        opening="Qué datos te pedimos, para qué, quién los ve, cuánto tiempo quedan y cómo corregirlos o borrarlos."
        sections={privacySections(product)}
      />
    ),
  }));
}
