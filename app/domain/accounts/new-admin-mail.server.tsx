import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Template } from "../../platform/mail/message.server.ts";

/** Name and e-mail of the new admin, or of one who is back; and the name of the admin who decided it, null for a link. */
export type NewAdmin = { name: string; email: string; by: string | null; is_back?: true };

const how = ({ by, is_back }: NewAdmin) => {
  if (by === null) return "Alguien deshizo el cambio con el enlace de un correo nuestro.";
  return is_back ? `Restableció su cuenta ${by}.` : `El rol se lo dio ${by}.`;
};

/** Notifies an admin that another user became one, or one again, so that what an intruder did is noticed. */
export const newAdmin: Template<NewAdmin> = {
  subject: ({ name, is_back }, { productName }) =>
    is_back ? `${name} administra ${productName} de nuevo` : `Hay una nueva cuenta de administración en ${productName}`,
  link: (_, { publicUrl }) => `${publicUrl}/dashboard/admin/users`,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Si no lo esperabas, revisalo ahora."
      title={told.is_back ? `${told.name} administra de nuevo` : "Nueva cuenta de administración"}
      action={{ label: "Ver los usuarios", link }}
      after={`Te escribimos porque administrás ${product.productName} con este email.`}
    >
      <Paragraph>
        Desde ahora {told.name} ({told.email}) administra {product.productName}. {how(told)}
      </Paragraph>
      <Paragraph>
        Si está bien, no tenés que hacer nada. Si no lo esperabas, cambiale el rol o suspendé su cuenta en Usuarios, y
        avisale al resto del equipo.
      </Paragraph>
    </MessageLayout>
  ),
};
