import { z } from "zod";

const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
/** Maximum password length in characters: enough for any passphrase, short enough to hash. */
export const PASSWORD_MAX = 256;

/** An e-mail address, trimmed and lower-cased; accounts are looked up in this form. */
export const Email = z
  .string("Email inválido")
  .trim()
  .toLowerCase()
  .pipe(z.email("Email inválido").max(EMAIL_MAX, "Email inválido"));

/** The hint shown at a new-password field. */
export const PASSWORD_HINT = `${PASSWORD_MIN} caracteres o más, con una mayúscula y un número.`;

/** A password that the product accepts; the server also refuses the commonest ones. */
export const Password = z
  .string(`Mínimo ${PASSWORD_MIN} caracteres`)
  .min(PASSWORD_MIN, `Mínimo ${PASSWORD_MIN} caracteres`)
  .max(PASSWORD_MAX, `Máximo ${PASSWORD_MAX} caracteres`)
  .regex(/\p{Lu}/u, "Debe contener al menos una mayúscula")
  .regex(/\d/, "Debe contener al menos un número");

/** The fields of the sign-in form; same rules as at sign-up. */
export const Credentials = z.object({ email: Email, password: Password });
export type Credentials = z.infer<typeof Credentials>;
