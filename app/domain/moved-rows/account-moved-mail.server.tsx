import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Product, Template } from "../../platform/mail/message.server.ts";

/** Whether the person has a password from before, and whether they proved the address: a recovery link proves it, too. */
export type MovedAccount = { has_password: boolean; is_confirmed: boolean };

const titleOf = ({ has_password, is_confirmed }: MovedAccount, { productName }: Product) =>
  `${productName} se mudó: ${has_password && !is_confirmed ? "confirmá tu email" : "tu cuenta sigue igual"}`;

/**
 * Says that an account moved, without a case and without a token: a stranger may have signed up with the address. Who has not proven it is led to
 * where a signed-in person asks for the link.
 */
export const accountMoved: Template<MovedAccount> = {
  subject: titleOf,
  link: ({ has_password, is_confirmed }, { publicUrl }) => {
    if (!has_password) return `${publicUrl}/forgot-password`;
    return is_confirmed ? publicUrl : `${publicUrl}/dashboard`;
  },
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Entrás con el mismo email."
      title={titleOf(told, product)}
      action={{ label: told.has_password ? `Entrar a ${product.productName}` : "Elegir una contraseña", link }}
      after={`Te escribimos una sola vez porque hay una cuenta en ${product.productName} con este email.`}
    >
      <Paragraph>
        {told.has_password
          ? `Entrás con el mismo email y la misma contraseña en ${product.publicUrl}. Tus casos, postulaciones y reseñas ya están.`
          : `Por seguridad, elegí una contraseña nueva: ${link}`}
      </Paragraph>
      {!told.has_password && <Paragraph>Tus casos, postulaciones y reseñas ya están.</Paragraph>}
      {told.has_password && !told.is_confirmed && (
        <Paragraph>
          Falta confirmar que este email es tuyo: al entrar, tocá «Confirmar» y te mandamos un enlace. Hasta entonces te
          llegan pocos avisos por email. Si no creaste la cuenta, ignorá este mensaje.
        </Paragraph>
      )}
    </MessageLayout>
  ),
};
