import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Product, Template } from "../../platform/mail/message.server.ts";

/** The admin's reason for the suspension or restoration. */
export type Suspension = { reason: string };

const whyUs = ({ productName }: Product) => `Te escribimos porque tenés una cuenta en ${productName} con este email.`;

/** Notifies a user that their account is suspended, with the reason and the contact to reply to. */
export const accountSuspended: Template<Suspension> = {
  subject: (_, { productName }) => `Suspendimos tu cuenta de ${productName}`,
  link: (_, { publicUrl }) => `${publicUrl}/terminos`,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Te contamos el motivo y cómo respondernos."
      title="Suspendimos tu cuenta"
      action={{ label: "Ver los términos y condiciones", link }}
      after={whyUs(product)}
    >
      <Paragraph>El motivo que dio nuestro equipo: {told.reason}</Paragraph>
      <Paragraph>
        Mientras tanto no podés entrar y nadie ve tu perfil ni ofrecemos tus casos; tus reseñas se ven sin tu nombre. No
        borramos nada. Tus turnos se cancelan un día antes de cada uno.
      </Paragraph>
      <Paragraph>
        Si creés que es un error, escribinos a {product.contactEmail} desde este email, o llamanos al{" "}
        {product.contactPhone}, y contanos qué pasó.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Notifies a user that their account is restored, with the reason. */
export const accountRestored: Template<Suspension> = {
  subject: (_, { productName }) => `Tu cuenta de ${productName} está activa de nuevo`,
  link: (_, { publicUrl }) => `${publicUrl}/auth?mode=signin`,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Ya podés entrar, y no borramos nada."
      title="Restablecimos tu cuenta"
      action={{ label: "Iniciar sesión", link }}
      after={whyUs(product)}
    >
      <Paragraph>Ya podés entrar como siempre. No borramos nada; fijate qué turnos siguen en pie.</Paragraph>
      <Paragraph>El motivo que dio nuestro equipo: {told.reason}</Paragraph>
      <Paragraph>
        Si te queda alguna duda, escribinos a {product.contactEmail} o llamanos al {product.contactPhone}.
      </Paragraph>
    </MessageLayout>
  ),
};
