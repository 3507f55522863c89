import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Product, Template } from "../../platform/mail/message.server.ts";

export type LinkToken = { token: string };
export type NewAddress = { email: string };
/** Without a token, another account has the address: nothing changes. */
export type AddressChange = { token: string | null };
/** The new address, and the token that restores the former one, if it was proven. */
export type AddressChanged = NewAddress & { token: string | null };

// In the URL fragment, a token reaches neither a server log nor the pages visited next.
export const linkOf =
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
        ¡Gracias por sumarte a {product.productName}! Confirmá que este email es tuyo: así sabemos que lo importante te
        llega a vos.
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

/** Asks the reader of an account's new address to confirm the change, or tells them that somebody wanted to use theirs. */
export const emailChangeLink: Template<AddressChange> = {
  subject: ({ token }, { productName }) =>
    token ? `Confirmá tu nuevo email en ${productName}` : `Pidieron usar tu email en otra cuenta de ${productName}`,
  link: ({ token }, product) =>
    token ? linkOf("email_change")({ token }, product) : `${product.publicUrl}/auth?mode=signin`,
  Body: ({ told, product, link }) =>
    !told.token ? (
      <MessageLayout
        product={product}
        preview="No cambió nada en tu cuenta."
        title="Pidieron usar tu email en otra cuenta"
        action={{ label: "Iniciar sesión", link }}
      >
        <Paragraph>
          Alguien pidió usar este email en otra cuenta de {product.productName}. No se puede, porque este email ya es de
          una cuenta. No cambió nada en ella.
        </Paragraph>
        <Paragraph>Si fuiste vos, ya podés entrar con este email. Si no, no tenés que hacer nada.</Paragraph>
      </MessageLayout>
    ) : (
      <MessageLayout
        product={product}
        preview="Falta confirmar tu nuevo email."
        title="Confirmá tu nuevo email"
        action={{ label: "Usar este email", link }}
        after={`${VALID} Si no lo pediste, ignorá este mensaje.`}
      >
        <Paragraph>
          Pediste usar este email en tu cuenta de {product.productName}. Cuando lo confirmes, vas a iniciar sesión con
          él.
        </Paragraph>
      </MessageLayout>
    ),
};

/** Notifies the former address that the account's address has changed, with a link that restores it. */
export const emailChanged: Template<AddressChanged> = {
  subject: (_, { productName }) => `Cambió el email de tu cuenta de ${productName}`,
  link: ({ token }, product) => (token ? linkOf("old_address")({ token }, product) : product.publicUrl),
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview={`Ahora tu cuenta usa ${told.email}.`}
      title="Cambió el email de tu cuenta"
      action={{ label: told.token ? "No fui yo: volver a este email" : `Ir a ${product.productName}`, link }}
    >
      <Paragraph>Tu cuenta ahora usa {told.email}. Este email ya no sirve para entrar.</Paragraph>
      <Paragraph>
        {told.token &&
          "Si no fuiste vos, tenés siete días para deshacerlo con este botón: tu cuenta vuelve a este email, y se cierran las sesiones y las formas de ingreso que se hayan abierto. "}
        {told.token ? "Si necesitás ayuda, escribinos" : "Si no fuiste vos, escribinos"} a {product.contactEmail} o
        llamanos al {product.contactPhone}.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Notifies both addresses that the account uses its former address again. */
export const emailRestored: Template<NewAddress> = {
  subject: (_, { productName }) => `Tu cuenta de ${productName} volvió a su email anterior`,
  link: (_, { publicUrl }) => `${publicUrl}/forgot-password`,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview={`La cuenta usa otra vez ${told.email}.`}
      title="La cuenta volvió a su email anterior"
      action={{ label: "Elegir una contraseña nueva", link }}
    >
      <Paragraph>
        Desde {told.email} dijeron que no habían cambiado el email de la cuenta. Ahora la cuenta usa ese email otra vez.
        Cerramos todas las sesiones y quitamos la contraseña y las formas de ingreso que se agregaron desde el cambio.
      </Paragraph>
      <Paragraph>
        Para entrar hay que elegir una contraseña nueva desde ese email. Después revisá que el teléfono de tu perfil sea
        el tuyo. Si no entendés qué pasó, escribinos a {product.contactEmail} o llamanos al {product.contactPhone}.
      </Paragraph>
    </MessageLayout>
  ),
};
