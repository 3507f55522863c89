import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Template } from "../../platform/mail/message.server.ts";

export type KineCreated = { name: string; email: string };

/** Tells a specialist created by an admin about the account, how to sign in, and that the password must be changed. */
export const kineCreated: Template<KineCreated> = {
  subject: (_, { productName }) => `Tu cuenta de especialista en ${productName} está lista`,
  link: (_, { publicUrl }) => `${publicUrl}/auth?mode=signin`,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Iniciá sesión con tu contraseña temporal y elegí una tuya."
      title={`Hola, ${told.name}`}
      action={{ label: "Iniciar sesión", link }}
      after={`Te escribimos porque un administrador de ${product.productName} creó una cuenta con este email. Si no sabés de qué se trata, podés ignorar este mensaje.`}
    >
      <Paragraph>
        {product.productName} es donde las personas con una lesión publican su caso y kinesiólogos verificados se
        postulan para atenderlas. El equipo creó tu cuenta de especialista y ya está aprobada.
      </Paragraph>
      <Paragraph>
        Para entrar, usá este email ({told.email}) y la contraseña temporal que te da quien creó tu cuenta. Por
        seguridad no la mandamos por correo.
      </Paragraph>
      <Paragraph>
        La primera vez te vamos a pedir que la cambies por una que solo sepas vos. Después vas a ver los casos
        disponibles y te vas a poder postular.
      </Paragraph>
    </MessageLayout>
  ),
};
