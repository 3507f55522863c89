import { NOT_COUNTED, ORDER_RULES } from "../../domain/directory/order-rules.ts";
import type { Route } from "./+types/how-ordered";
import { legalMeta, LegalPage } from "./legal-page.tsx";

const TITLE = "Cómo ordenamos";
const SINCE = "2026-11-23";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return legalMeta(
    matches[0].loaderData,
    "/como-ordenamos",
    TITLE,
    "Con qué puntos ordenamos las listas de kinesiólogos, y qué no cuenta.",
  );
}

/** /como-ordenamos: the order of the directory in words. */
export default function HowOrdered() {
  const rules = ORDER_RULES.map(({ id, title, text }) => ({ id, title, content: <p>{text}</p> }));
  return (
    <LegalPage
      title={TITLE}
      since={SINCE}
      opening="En las listas de kinesiólogos va primero quien junta más puntos. Estos son todos."
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
  );
}
