import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import type { Product, Template } from "../../platform/mail/message.server.ts";

/** `device` is a readable name, `network` the client's address block, `at` an ISO date and time. */
export type NewDevice = { device: string; network: string; at: string };
/** Cause: the first proof of the address, or a request to support. */
export type AccessRevoked = { why: "first_proof" | "support" };
/** Readable name of the factor or passkey. */
export type FactorChanged = { factor: string };
/** Number of remaining recovery codes. */
export type RecoveryCodeUsed = { left: number };
/** Name of the provider. */
export type IdentityLinked = { name: string };
/** Readable name of the removed sign-in method. */
export type IdentityUnlinked = { way: string };

const forgotPassword = (_: unknown, { publicUrl }: Product) => `${publicUrl}/forgot-password`;
const NOT_ME = "No fui yo: cambiar mi contraseña";

const inWords = (at: string) =>
  new Date(at).toLocaleString("es-AR", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "America/Argentina/Buenos_Aires",
  });

/** Notifies a user that their password was changed. */
export const passwordChanged: Template<object> = {
  subject: (_, { productName }) => `Cambió tu contraseña de ${productName}`,
  link: forgotPassword,
  Body: ({ product, link }) => (
    <MessageLayout
      product={product}
      preview="Si no fuiste vos, recuperá tu cuenta."
      title="Cambió tu contraseña"
      action={{ label: NOT_ME, link }}
    >
      <Paragraph>La contraseña de tu cuenta se cambió recién y tus otras sesiones se cerraron.</Paragraph>
      <Paragraph>Si fuiste vos, no tenés que hacer nada. Si no, elegí una nueva ahora.</Paragraph>
    </MessageLayout>
  ),
};

/** Notifies a user of a sign-in from a new combination of device and network. */
export const newDevice: Template<NewDevice> = {
  subject: (_, { productName }) => `Nuevo ingreso a tu cuenta de ${productName}`,
  link: forgotPassword,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview={`Desde ${told.device}.`}
      title="Entraron a tu cuenta desde un dispositivo nuevo"
      action={{ label: NOT_ME, link }}
    >
      <Paragraph>
        Dispositivo: {told.device}. Red: {told.network}. Fecha: {inWords(told.at)} (hora de Argentina).
      </Paragraph>
      <Paragraph>
        Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña: se van a cerrar las demás sesiones.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Notifies a user that all earlier access to their account was revoked. */
export const accessRevoked: Template<AccessRevoked> = {
  subject: (_, { productName }) => `Quitamos los accesos anteriores a tu cuenta de ${productName}`,
  link: forgotPassword,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Elegí una contraseña para volver a entrar."
      title="Quitamos los accesos anteriores a tu cuenta"
      action={{ label: "Elegir mi contraseña", link }}
    >
      <Paragraph>
        {told.why === "support"
          ? "Alguien nos pidió recuperar esta cuenta."
          : "Es la primera vez que comprobamos que este email es de quien usa la cuenta, y otra persona pudo haberla creado."}{" "}
        Cerramos las sesiones y quitamos la contraseña, las llaves de acceso, los segundos pasos y las cuentas
        vinculadas.
      </Paragraph>
      <Paragraph>
        Elegí una contraseña y agregá de nuevo en Seguridad lo que usabas. Tus datos y tus casos siguen ahí: revisá que
        sean tuyos.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Notifies a user that a second factor or passkey was added. */
export const factorAdded: Template<FactorChanged> = {
  subject: (_, { productName }) => `Se agregó una forma de ingreso a tu cuenta de ${productName}`,
  link: forgotPassword,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Si no fuiste vos, cambiá tu contraseña y quitala."
      title="Se agregó una forma de ingreso a tu cuenta"
      action={{ label: NOT_ME, link }}
    >
      <Paragraph>Tu cuenta ahora también usa {told.factor} para entrar.</Paragraph>
      <Paragraph>
        Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña ahora y quitala en Seguridad.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Notifies a user that new recovery codes were created. */
export const recoveryCodesMade: Template<object> = {
  subject: (_, { productName }) => `Se crearon códigos de recuperación en tu cuenta de ${productName}`,
  link: forgotPassword,
  Body: ({ product, link }) => (
    <MessageLayout
      product={product}
      preview="Los anteriores ya no sirven."
      title="Hay códigos de recuperación nuevos"
      action={{ label: NOT_ME, link }}
    >
      <Paragraph>
        Se crearon códigos para entrar a tu cuenta sin tu app o tu llave. Los anteriores ya no sirven.
      </Paragraph>
      <Paragraph>
        Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña ahora y creá otros en Seguridad.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Notifies a user that a recovery code replaced their second factor. */
export const recoveryCodeUsed: Template<RecoveryCodeUsed> = {
  subject: (_, { productName }) => `Se usó un código de recuperación en tu cuenta de ${productName}`,
  link: forgotPassword,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview={`Te quedan ${told.left}.`}
      title="Se usó un código de recuperación"
      action={{ label: NOT_ME, link }}
    >
      <Paragraph>Entraron a tu cuenta con uno de tus códigos de recuperación. Te quedan {told.left}.</Paragraph>
      <Paragraph>
        Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña ahora y creá códigos nuevos en Seguridad.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Notifies a user that a factor or passkey was removed. */
export const factorRemoved: Template<FactorChanged> = {
  subject: (_, { productName }) => `Se quitó un segundo paso de tu cuenta de ${productName}`,
  link: forgotPassword,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Si no fuiste vos, cambiá tu contraseña."
      title="Se quitó un segundo paso de tu ingreso"
      action={{ label: NOT_ME, link }}
    >
      <Paragraph>Tu cuenta ya no pide este paso al entrar: {told.factor}.</Paragraph>
      <Paragraph>Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña ahora.</Paragraph>
    </MessageLayout>
  ),
};

/** Notifies a user that a provider account was linked. */
export const identityLinked: Template<IdentityLinked> = {
  subject: (_, { productName }) => `Se vinculó otra cuenta a la tuya de ${productName}`,
  link: forgotPassword,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Si no fuiste vos, cambiá tu contraseña y quitala."
      title="Se vinculó otra cuenta a la tuya"
      action={{ label: NOT_ME, link }}
    >
      <Paragraph>Desde ahora también se puede entrar con una cuenta de {told.name}.</Paragraph>
      <Paragraph>
        Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña ahora y después quitá esa cuenta en
        Seguridad.
      </Paragraph>
    </MessageLayout>
  ),
};

/** Notifies a user that a sign-in method was removed. */
export const identityUnlinked: Template<IdentityUnlinked> = {
  subject: (_, { productName }) => `Se quitó una forma de entrar a tu cuenta de ${productName}`,
  link: forgotPassword,
  Body: ({ told, product, link }) => (
    <MessageLayout
      product={product}
      preview="Si no fuiste vos, recuperá tu cuenta."
      title="Se quitó una forma de entrar"
      action={{ label: NOT_ME, link }}
    >
      <Paragraph>Con {told.way} ya no se puede entrar, y tus otras sesiones se cerraron.</Paragraph>
      <Paragraph>Si fuiste vos, no tenés que hacer nada. Si no, elegí una contraseña nueva ahora.</Paragraph>
    </MessageLayout>
  ),
};
