import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Template } from "../../platform/mail/message.server.ts";

/** What a specialist states, in words, and the token of the link that confirms it. */
export type Monthly = { token: string; coverages: string[]; prices: string[] };

/** Asks a specialist once a month whether their coverages and prices are as stated. */
export const monthlyConfirmation: Template<Monthly> = {
  subject: () => "¿Siguen igual tus coberturas y precios?",
  // The token is in the fragment, which no server and no log sees.
  link: ({ token }, { publicUrl }) => `${publicUrl}/confirmar#${token}`,
  Body: ({ told: { coverages, prices }, product, link }) => (
    <MessageLayout
      product={product}
      preview="Un toque y quedan confirmados."
      title="¿Sigue todo igual?"
      action={{ label: "Confirmar mis datos", link }}
      after={`Te escribimos una vez por mes porque publicás coberturas o precios en ${product.productName}.`}
    >
      <Paragraph>
        Los pacientes ven con qué fecha confirmaste tus coberturas y precios. Después de 90 días dejás de aparecer en
        las búsquedas por cobertura.
      </Paragraph>
      {coverages.length > 0 && <Paragraph>Coberturas: {coverages.join(", ")}.</Paragraph>}
      {prices.length > 0 && <Paragraph>Precios: {prices.join("; ")}.</Paragraph>}
    </MessageLayout>
  ),
};
