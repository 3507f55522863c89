import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Template } from "../../platform/mail/message.server.ts";

/** Name and e-mail of the new admin, and the name of the admin who assigned the role. */
export type NewAdmin = { name: string; email: string; by: string };

/** Notifies an admin that another user became one, so that a role assigned by an intruder is noticed. */
export const newAdmin: Template<NewAdmin> = {
  subject: (_, { productName }) => `Hay una nueva cuenta de administración en ${productName}`,
  link: (_, { publicUrl }) => `${publicUrl}/dashboard/admin/users`,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Si no lo esperabas, revisalo ahora."
      title="Nueva cuenta de administración"
      action={{ label: "Ver los usuarios", link }}
      after={`Te escribimos porque administrás ${product.productName} con este email.`}
    >
      <Paragraph>
        Desde ahora {told.name} ({told.email}) administra {product.productName}. El rol se lo dio {told.by}.
      </Paragraph>
      <Paragraph>
        Si está bien, no tenés que hacer nada. Si no lo esperabas, cambiale el rol o suspendé su cuenta en Usuarios, y
        avisale al resto del equipo.
      </Paragraph>
    </MessageLayout>
  ),
};
