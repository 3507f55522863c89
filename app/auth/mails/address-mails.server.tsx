import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Product, Template } from "../../platform/mail/message.server.ts";

export type LinkToken = { token: string };
export type NewAddress = { email: string };

// In the URL fragment, a token reaches neither a server log nor the pages visited next.
const linkOf =
  (type: string) =>
  ({ token }: LinkToken, { publicUrl }: Product) =>
    `${publicUrl}/auth/link#${new URLSearchParams({ type, token_hash: token })}`;

const VALID = "El enlace sirve una sola vez y vence en una hora.";

/** Asks the reader of a new account's address to confirm it. */
export const confirmationLink: Template<LinkToken> = {
  subject: (_, { productName }) => `Confirmá tu email en ${productName}`,
  link: linkOf("signup"),
  Body: ({ product, link }) => (
    <MessageLayout
      product={product}
      preview="Un toque y tu cuenta queda confirmada."
      title="Confirmá tu email"
      action={{ label: "Confirmar mi email", link }}
      after={`${VALID} Si no creaste una cuenta en ${product.productName}, ignorá este mensaje.`}
    >
      <Paragraph>
        ¡Gracias por sumarte a {product.productName}! Confirmá que este email es tuyo: así podemos avisarte de lo
        importante y vas a poder recuperar tu cuenta si olvidás la contraseña.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Lets the reader of an account's address set a new password. */
export const recoveryLink: Template<LinkToken> = {
  subject: (_, { productName }) => `Elegí una nueva contraseña de ${productName}`,
  link: linkOf("recovery"),
  Body: ({ product, link }) => (
    <MessageLayout
      product={product}
      preview="Pediste cambiar tu contraseña."
      title="Elegí una nueva contraseña"
      action={{ label: "Elegir nueva contraseña", link }}
      after={`${VALID} Si no lo pediste, ignorá este mensaje: tu contraseña sigue siendo la misma.`}
    >
      <Paragraph>
        Alguien pidió cambiar la contraseña de tu cuenta. Si fuiste vos, elegí una nueva. Por seguridad, se van a cerrar
        tus otras sesiones.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Asks the reader of an account's new address to confirm the change. */
export const emailChangeLink: Template<LinkToken> = {
  subject: (_, { productName }) => `Confirmá tu nuevo email en ${productName}`,
  link: linkOf("email_change"),
  Body: ({ product, link }) => (
    <MessageLayout
      product={product}
      preview="Falta confirmar tu nuevo email."
      title="Confirmá tu nuevo email"
      action={{ label: "Usar este email", link }}
      after={`${VALID} Si no lo pediste, ignorá este mensaje.`}
    >
      <Paragraph>
        Pediste usar este email en tu cuenta de {product.productName}. Cuando lo confirmes, vas a iniciar sesión con él.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Notifies the former address that the account's address has changed. */
export const emailChanged: Template<NewAddress> = {
  subject: (_, { productName }) => `Cambió el email de tu cuenta de ${productName}`,
  link: (_, { publicUrl }) => publicUrl,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview={`Ahora tu cuenta usa ${told.email}.`}
      title="Cambió el email de tu cuenta"
      action={{ label: `Ir a ${product.productName}`, link }}
    >
      <Paragraph>Tu cuenta ahora usa {told.email}. Este email ya no sirve para entrar.</Paragraph>
      <Paragraph>
        Si no fuiste vos, escribinos enseguida a {product.contactEmail} o llamanos al {product.contactPhone}.
      </Paragraph>
    </MessageLayout>
  ),
};
