import { terms, TERMS_VERSION } from "../../domain/accounts/terms.ts";
import { LIMITS } from "../../domain/moderation/limits.ts";
import { staticPage } from "./static-page.server.tsx";
import type { Route } from "./+types/terms";
import { LegalPage } from "./legal-page.tsx";
import { PageHead } from "./page-head.tsx";

const TITLE = "Términos y condiciones";
const DESCRIPTION = "Qué hacemos, qué no, y qué se espera de pacientes y especialistas.";

/** /terminos: the terms accepted at sign-up, and the limits that the program keeps. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return staticPage(args, (product) => ({
    head: (
      <PageHead
        product={product}
        title={`${product.productName} | ${TITLE}`}
        description={DESCRIPTION}
        path="/terminos"
      />
    ),
    body: (
      <LegalPage
        title={TITLE}
        since={TERMS_VERSION}
        opening="Son los mismos que aceptás al crear tu cuenta, y al final cómo cuidamos el sitio. Cortos, para que se lean."
        sections={[
          ...terms(product.productName, product.contactPhone).map(({ title, text }, index) => ({
            id: `punto-${index + 1}`,
            title,
            content: <p>{text}</p>,
          })),
          { id: "limites", title: "Los límites del sitio", content: LIMITS.map((text) => <p key={text}>{text}</p>) },
        ]}
      />
    ),
  }));
}
