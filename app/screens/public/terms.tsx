import { terms, TERMS_VERSION } from "../../domain/accounts/terms.ts";
import { useProduct } from "../../shared/app-context.ts";
import type { Route } from "./+types/terms";
import { legalMeta, LegalPage } from "./legal-page.tsx";

const TITLE = "Términos y condiciones";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return legalMeta(
    matches[0].loaderData,
    "/terminos",
    TITLE,
    "Qué hacemos, qué no, y qué se espera de pacientes y especialistas.",
  );
}

export default function Terms() {
  const { productName, contactPhone } = useProduct();
  const sections = terms(productName, contactPhone).map(({ title, text }, index) => ({
    id: `punto-${index + 1}`,
    title,
    content: <p>{text}</p>,
  }));
  return (
    <LegalPage
      title={TITLE}
      since={TERMS_VERSION}
      opening="Son los mismos que aceptás al crear tu cuenta. Cortos, para que se lean."
      sections={sections}
    />
  );
}
