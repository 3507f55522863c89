import { linkOf } from "../../auth/mails/address-mails.server.tsx";
import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Template } from "../../platform/mail/message.server.ts";

/** Name and e-mail of who was an admin, the name of the admin who took that, and the token that gives it back. */
export type LostAdmin = { name: string; email: string; by: string; is_suspended: boolean; token: string };

/** Notifies a former admin and the earlier admins that one of them took the role or suspended the account. */
export const adminLost: Template<LostAdmin> = {
  subject: ({ name }, { productName }) => `${name} ya no administra ${productName}`,
  link: linkOf("admin_back"),
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Si está mal, se deshace con un toque."
      title={`${told.name} ya no administra`}
      action={{ label: "Deshacer este cambio", link }}
      after={`Te escribimos porque administrás ${product.productName}, o lo hacías hasta recién, con este email.`}
    >
      <Paragraph>
        {told.by} {told.is_suspended ? "suspendió la cuenta" : "cambió el rol"} de {told.name} ({told.email}).
      </Paragraph>
      <Paragraph>
        Si está bien, no tenés que hacer nada. Si no, deshacelo con este botón: sirve siete días, mientras otra persona
        que administra no decida lo mismo.
      </Paragraph>
    </MessageLayout>
  ),
};
