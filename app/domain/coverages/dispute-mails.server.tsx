import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Product, Template } from "../../platform/mail/message.server.ts";

export type Disputed = { short: string };
export type Decided = { short: string; is_kept: boolean };

const profile = (_: unknown, { publicUrl }: Product) => `${publicUrl}/dashboard/kine/profile`;
const whyUs = ({ productName }: Product) => `Te escribimos porque atendés por ${productName}.`;

/** Tells a specialist that patients dispute one of their coverages. It names no patient and no answer. */
export const coverageDisputed: Template<Disputed> = {
  subject: ({ short }) => `Estamos revisando tu cobertura ${short}`,
  link: profile,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Mientras tanto no aparecés en las búsquedas por esa cobertura."
      title={`Estamos revisando tu cobertura ${told.short}`}
      action={{ label: "Ver mis coberturas", link }}
      after={whyUs(product)}
    >
      <Paragraph>
        Más de un paciente nos dijo que no lo atendiste por {told.short} como figura en tu perfil. Hasta que lo
        revisemos, tu perfil no la muestra y no aparecés en las búsquedas por esa cobertura.
      </Paragraph>
      <Paragraph>
        Si ya no atendés por {told.short}, quitala de tu perfil. Si es un error, escribinos a {product.contactEmail} y
        contanos qué pasó.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Tells a specialist how a dispute about one of their coverages ended. */
export const coverageDisputeDecided: Template<Decided> = {
  subject: ({ short }) => `Terminamos de revisar tu cobertura ${short}`,
  link: profile,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Te contamos qué decidimos."
      title={`Terminamos de revisar tu cobertura ${told.short}`}
      action={{ label: "Ver mis coberturas", link }}
      after={whyUs(product)}
    >
      <Paragraph>
        {told.is_kept
          ? `${told.short} vuelve a verse en tu perfil y en las búsquedas.`
          : `Quitamos ${told.short} de tu perfil. Si volvés a atender por esa cobertura, podés agregarla de nuevo.`}
      </Paragraph>
      <Paragraph>Si te queda alguna duda, escribinos a {product.contactEmail}.</Paragraph>
    </MessageLayout>
  ),
};
