import { NOT_COUNTED, ORDER_RULES } from "../../domain/directory/order-rules.ts";
import { staticPage } from "./static-page.server.tsx";
import type { Route } from "./+types/how-ordered";
import { LegalPage } from "./legal-page.tsx";
import { PageHead } from "./page-head.tsx";

const TITLE = "Cómo ordenamos";
const DESCRIPTION = "Con qué puntos ordenamos las listas de kinesiólogos, y qué no cuenta.";
const SINCE = "2026-11-27";

/** /como-ordenamos: explains the order of the directory. */
export function loader(args: Route.LoaderArgs): Promise<Response> {
  const rules = ORDER_RULES.map(({ id, title, text }) => ({ id, title, content: <p>{text}</p> }));
  return staticPage(args, (product) => ({
    head: (
      <PageHead
        product={product}
        title={`${product.productName} | ${TITLE}`}
        description={DESCRIPTION}
        path="/como-ordenamos"
      />
    ),
    body: (
      <LegalPage
        title={TITLE}
        since={SINCE}
        opening="En el directorio de kinesiólogos va primero quien junta más puntos. Estos son todos. La lista «Especialistas» de quien tiene cuenta empieza por quienes llegaron últimos."
        sections={[
          ...rules,
          { id: "no-cuenta", title: "Lo que no cuenta", content: <p>{NOT_COUNTED}</p> },
          {
            id: "empate",
            title: "En caso de empate",
            content: (
              <p>Va primero quien está más cerca y, a igual distancia, quien está hace más tiempo en el directorio.</p>
            ),
          },
        ]}
      />
    ),
  }));
}
