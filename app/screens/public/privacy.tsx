import { useProduct } from "../../shared/app-context.ts";
import type { Route } from "./+types/privacy";
import { legalMeta, LegalPage } from "./legal-page.tsx";
import { privacySections } from "./privacy-sections.tsx";

const TITLE = "Política de privacidad";
const SINCE = "2026-11-22";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return legalMeta(
    matches[0].loaderData,
    "/privacidad",
    TITLE,
    "Qué datos te pedimos, para qué, quién los ve y cómo los borrás.",
  );
}

export default function Privacy() {
  return (
    <LegalPage
      title={TITLE}
      since={SINCE}
      opening="Qué datos te pedimos, para qué, quién los ve, cuánto tiempo quedan y cómo corregirlos o borrarlos."
      sections={privacySections(useProduct())}
    />
  );
}
