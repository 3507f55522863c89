import { MessageLayout, Paragraph } from "../../platform/mail/layout.server.tsx";
import { linkOf, type LinkToken, type NewAddress } from "./address-mails.server.tsx";
import type { Product, Template } from "../../platform/mail/message.server.ts";

/** `device` is a readable name, `network` the client's address block, `at` an ISO date and time. */
export type NewDevice = { device: string; network: string; at: string };
/** Cause: the first proof of the address, or a request to support. */
export type AccessRevoked = { why: "first_proof" | "support" };
/** Readable name of the factor or passkey. */
export type FactorChanged = { factor: string };
/** With the token that removes it. */
export type FactorAdded = FactorChanged & LinkToken;
/** Number of remaining recovery codes. */
export type RecoveryCodeUsed = { left: number };
/** Name of the provider, with the token that unlinks the account. */
export type IdentityLinked = { name: string } & LinkToken;
/** Readable name of the removed sign-in method. */
export type IdentityUnlinked = { way: string };

const inWords = (at: string) =>
  new Date(at).toLocaleString("es-AR", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "America/Argentina/Buenos_Aires",
  });

type Notice<Facts> = {
  /** Continues with "de" and the product's name. */
  subject: string;
  title: string;
  preview: (facts: Facts) => string;
  happened: (facts: Facts) => string;
  advice: string;
  label?: string;
  linkTo?: (facts: Facts, product: Product) => string;
};

const toNewPassword = (_: unknown, { publicUrl }: Product) => `${publicUrl}/forgot-password`;
/** A link that removes the way in which the message is about, and its label. */
const disown = { label: "No fui yo: quitarla", linkTo: linkOf("not_me") };
const SEVEN_DAYS =
  "Si fuiste vos, no tenés que hacer nada. Si no, quitala con este botón, que sirve siete días, y después cambiá tu contraseña.";

/** A message about an event of an account, with a link to set a new password by default. */
const notice = <Facts,>({
  subject,
  title,
  preview,
  happened,
  advice,
  label = "No fui yo: cambiar mi contraseña",
  linkTo = toNewPassword,
}: Notice<Facts>): Template<Facts> => ({
  subject: (_, { productName }) => `${subject} de ${productName}`,
  link: linkTo,
  Body: ({ told, product, link }) => (
    <MessageLayout product={product} preview={preview(told)} title={title} action={{ label, link }}>
      <Paragraph>{happened(told)}</Paragraph>
      <Paragraph>{advice}</Paragraph>
    </MessageLayout>
  ),
});

/** Notifies a user that their password was changed. */
export const passwordChanged = notice<object>({
  subject: "Cambió tu contraseña",
  title: "Cambió tu contraseña",
  preview: () => "Si no fuiste vos, recuperá tu cuenta.",
  happened: () => "La contraseña de tu cuenta se cambió recién y tus otras sesiones se cerraron.",
  advice: "Si fuiste vos, no tenés que hacer nada. Si no, elegí una nueva ahora.",
});

/** Notifies a user that the phone of their profile was changed or taken out. */
export const phoneChanged = notice<object>({
  subject: "Cambió el teléfono de tu cuenta",
  title: "Cambió el teléfono de tu cuenta",
  preview: () => "Si no fuiste vos, cambiá tu contraseña.",
  happened: () => "Desde tu cuenta cambiaron o quitaron recién el teléfono de tu perfil, que es al que te llaman.",
  advice:
    "Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña ahora: se van a cerrar las demás sesiones. Después corregí el teléfono en tu perfil.",
});

/** Notifies a user that somebody asked in their account for a copy of all its data. */
export const dataDownloaded = notice<object>({
  subject: "Pidieron una copia de los datos de tu cuenta",
  title: "Pidieron una copia de tus datos",
  preview: () => "Si no fuiste vos, cambiá tu contraseña.",
  happened: () => "Desde tu cuenta pidieron recién descargar todo lo que guardamos sobre vos.",
  advice: "Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña ahora.",
});

/** Notifies the current address that a change of address was requested. */
export const emailChangeAsked = notice<NewAddress>({
  subject: "Pidieron cambiar el email de tu cuenta",
  title: "Pidieron cambiar tu email",
  preview: () => "Si no fuiste vos, cambiá tu contraseña.",
  happened: ({ email }) =>
    `Desde tu cuenta pidieron usar ${email} en lugar de este email. El cambio se hace cuando lo confirmen desde esa casilla.`,
  advice: "Si fuiste vos, no tenés que hacer nada más acá. Si no, cambiá tu contraseña ahora.",
});

/** Notifies a user of a sign-in from a new combination of device and network. */
export const newDevice = notice<NewDevice>({
  subject: "Nuevo ingreso a tu cuenta",
  title: "Entraron a tu cuenta desde un dispositivo nuevo",
  preview: ({ device }) => `Desde ${device}.`,
  happened: ({ device, network, at }) =>
    `Dispositivo: ${device}. Red: ${network}. Fecha: ${inWords(at)} (hora de Argentina).`,
  advice: "Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña: se van a cerrar las demás sesiones.",
});

/** Notifies a user that all earlier access to their account was revoked. */
export const accessRevoked = notice<AccessRevoked>({
  subject: "Quitamos los accesos anteriores a tu cuenta",
  title: "Quitamos los accesos anteriores a tu cuenta",
  preview: () => "Elegí una contraseña para volver a entrar.",
  happened: ({ why }) =>
    `${
      why === "support"
        ? "Alguien nos pidió recuperar esta cuenta."
        : "Es la primera vez que comprobamos que este email es de quien usa la cuenta, y otra persona pudo haberla creado."
    } Cerramos las sesiones y quitamos la contraseña, las llaves de acceso, los segundos pasos y las cuentas vinculadas.`,
  advice:
    "Elegí una contraseña y agregá de nuevo en Seguridad lo que usabas. Tus datos y tus casos siguen ahí: revisá que sean tuyos.",
  label: "Elegir mi contraseña",
});

/** Notifies a user that a second factor or passkey was added. */
export const factorAdded = notice<FactorAdded>({
  ...disown,
  subject: "Se agregó una forma de ingreso a tu cuenta",
  title: "Se agregó una forma de ingreso a tu cuenta",
  preview: () => "Si no fuiste vos, quitala.",
  happened: ({ factor }) => `Tu cuenta ahora también usa ${factor} para entrar.`,
  advice: SEVEN_DAYS,
});

/** Notifies a user that new recovery codes were created. */
export const recoveryCodesMade = notice<LinkToken>({
  ...disown,
  label: "No fui yo: quitarlos",
  subject: "Se crearon códigos de recuperación en tu cuenta",
  title: "Hay códigos de recuperación nuevos",
  preview: () => "Los anteriores ya no sirven.",
  happened: () => "Se crearon códigos para entrar a tu cuenta sin tu app o tu llave. Los anteriores ya no sirven.",
  advice: SEVEN_DAYS.replace("quitala", "quitalos"),
});

/** Notifies a user that a recovery code replaced their second factor. */
export const recoveryCodeUsed = notice<RecoveryCodeUsed>({
  subject: "Se usó un código de recuperación en tu cuenta",
  title: "Se usó un código de recuperación",
  preview: ({ left }) => `Te quedan ${left}.`,
  happened: ({ left }) => `Entraron a tu cuenta con uno de tus códigos de recuperación. Te quedan ${left}.`,
  advice:
    "Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña ahora y creá códigos nuevos en Seguridad.",
});

/** Notifies a user that a factor or passkey was removed. */
export const factorRemoved = notice<FactorChanged>({
  subject: "Se quitó una forma de ingreso de tu cuenta",
  title: "Se quitó una forma de ingreso de tu cuenta",
  preview: () => "Si no fuiste vos, cambiá tu contraseña.",
  happened: ({ factor }) => `Tu cuenta ya no usa ${factor} para entrar.`,
  advice: "Si fuiste vos, no tenés que hacer nada. Si no, cambiá tu contraseña ahora.",
});

/** Notifies a user that a provider account was linked. */
export const identityLinked = notice<IdentityLinked>({
  ...disown,
  subject: "Se vinculó otra cuenta a la tuya",
  title: "Se vinculó otra cuenta a la tuya",
  preview: () => "Si no fuiste vos, quitala.",
  happened: ({ name }) => `Desde ahora también se puede entrar con una cuenta de ${name}.`,
  advice: SEVEN_DAYS,
});

/** Notifies a user that a sign-in method was removed. */
export const identityUnlinked = notice<IdentityUnlinked>({
  subject: "Se quitó una forma de entrar a tu cuenta",
  title: "Se quitó una forma de entrar",
  preview: () => "Si no fuiste vos, recuperá tu cuenta.",
  happened: ({ way }) => `Con ${way} ya no se puede entrar, y tus otras sesiones se cerraron.`,
  advice: "Si fuiste vos, no tenés que hacer nada. Si no, elegí una contraseña nueva ahora.",
});
