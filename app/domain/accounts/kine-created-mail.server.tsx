import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import { INVITATION_DAYS } from "../../auth/flows/invitations.server.ts";
import type { Template } from "../../platform/mail/message.server.ts";

/** `token` is that of the invitation's link. There is a temporary password, and the account is approved, unless these say otherwise. */
export type KineCreated = { name: string; email: string; token: string; has_password?: boolean; is_approved?: boolean };

/** Tells a specialist created by an admin about the account, with a link to set a password; the temporary one works as well. */
export const kineCreated: Template<KineCreated> = {
  subject: (_, { productName }) => `Tu cuenta de especialista en ${productName} está lista`,
  link: ({ token }, { publicUrl }) =>
    `${publicUrl}/auth/link#${new URLSearchParams({ type: "invite", token_hash: token })}`,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Elegí tu contraseña y empezá."
      title={`Hola, ${told.name}`}
      action={{ label: "Elegir mi contraseña", link }}
      after={`El enlace sirve una sola vez y vence en siete días. ${told.has_password === false ? withoutPassword(product) : withPassword(told, product)} Te escribimos porque un administrador de ${product.productName} creó una cuenta con este email; si no sabés de qué se trata, podés ignorar este mensaje.`}
    >
      <Paragraph>
        {product.productName} es donde las personas con una lesión publican su caso y kinesiólogos se postulan para
        atenderlas. El equipo creó tu cuenta de especialista
        {told.is_approved === false ? "; falta que un administrador la apruebe" : " y ya está aprobada"}.
      </Paragraph>
      <Paragraph>
        {told.has_password === false
          ? "Con este botón aceptás los términos y elegís una contraseña que solo sepas vos. "
          : "Elegí con este botón una contraseña que solo sepas vos. "}
        {told.is_approved === false ? "Cuando la aprobemos" : "Después"} vas a ver los casos disponibles.
      </Paragraph>
    </MessageLayout>
  ),
};

type Product = { publicUrl: string };
const withPassword = ({ email }: KineCreated, { publicUrl }: Product) =>
  `También podés entrar en ${publicUrl}/auth?mode=signin con este email (${email}) y la contraseña temporal que te da quien creó tu cuenta: la primera vez te vamos a pedir que la cambies. Por seguridad no la mandamos por correo, y vence en ${INVITATION_DAYS} días si no la usás.`;
const withoutPassword = ({ publicUrl }: Product) =>
  `Después podés pedir otro en ${publicUrl}/forgot-password, hasta ${INVITATION_DAYS} días después de este mensaje.`;
