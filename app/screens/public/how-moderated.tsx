import { MODERATION_RULES } from "../../domain/moderation/moderation-rules.ts";
import { staticPage } from "./static-page.server.tsx";
import type { Route } from "./+types/how-moderated";
import { LegalPage } from "./legal-page.tsx";
import { PageHead } from "./page-head.tsx";

const TITLE = "Cómo moderamos";
const DESCRIPTION = "Quién escribe una reseña, qué ocultamos, quién decide y cómo se pide otra revisión.";
const SINCE = "2026-11-27";

/** /como-moderamos: explains how reviews, answers and reports are handled. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  return staticPage(args, (product) => ({
    head: (
      <PageHead
        product={product}
        title={`${product.productName} | ${TITLE}`}
        description={DESCRIPTION}
        path="/como-moderamos"
      />
    ),
    body: (
      <LegalPage
        title={TITLE}
        since={SINCE}
        opening="Las reseñas son de quienes se atendieron. Estas son las reglas, para todos las mismas."
        sections={MODERATION_RULES.map(({ id, title, text }) => ({ id, title, content: <p>{text}</p> }))}
      />
    ),
  }));
}
