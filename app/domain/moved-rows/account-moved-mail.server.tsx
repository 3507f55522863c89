import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Template } from "../../platform/mail/message.server.ts";

/** Whether the person has a password from before. */
export type MovedAccount = { has_password: boolean };

/** Says that an account moved, without a case and without a token: the mail opens nothing. */
export const accountMoved: Template<MovedAccount> = {
  subject: (_, { productName }) => `${productName} se mudó: tu cuenta sigue igual`,
  link: ({ has_password }, { publicUrl }) => (has_password ? publicUrl : `${publicUrl}/forgot-password`),
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Entrás con el mismo email."
      title={`${product.productName} se mudó: tu cuenta sigue igual`}
      action={{ label: told.has_password ? `Entrar a ${product.productName}` : "Elegir una contraseña", link }}
      after={`Te escribimos una sola vez porque tenés una cuenta en ${product.productName}.`}
    >
      <Paragraph>
        {told.has_password
          ? `Entrás con el mismo email y la misma contraseña en ${product.publicUrl}. Tus casos, postulaciones y reseñas ya están.`
          : `Por seguridad, elegí una contraseña nueva: ${link}`}
      </Paragraph>
      {!told.has_password && <Paragraph>Tus casos, postulaciones y reseñas ya están.</Paragraph>}
    </MessageLayout>
  ),
};
