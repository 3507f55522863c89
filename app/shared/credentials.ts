import { z } from "zod";
import { PASSWORD_MAX, PASSWORD_MIN } from "./password-rules.ts";

const EMAIL_MAX = 254;

/** An address as accounts are looked up: without the invisible marks that are copied from chats and pages. */
export function plainAddress(typed: string): string {
  return typed
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .trim()
    .toLowerCase();
}

/** An e-mail address without invisible characters, trimmed and lower-cased; accounts are looked up in this form. */
export const Email = z
  .string("Email inválido")
  .overwrite(plainAddress)
  .pipe(z.email("Email inválido").max(EMAIL_MAX, "Email inválido"));

/** A password as the forms take it; `NewCredentials` also refuses the commonest. */
export const Password = z
  .string(`Mínimo ${PASSWORD_MIN} caracteres`)
  .min(PASSWORD_MIN, `Mínimo ${PASSWORD_MIN} caracteres`)
  .max(PASSWORD_MAX, `Máximo ${PASSWORD_MAX} caracteres`)
  .regex(/\p{Lu}/u, "Debe contener al menos una mayúscula")
  .regex(/\d/, "Debe contener al menos un número");

/** The fields of the sign-in form; same rules as at sign-up. */
export const Credentials = z.object({ email: Email, password: Password });
export type Credentials = z.infer<typeof Credentials>;

/** The form of a new e-mail address, and of a link to set a new password. */
export const OnlyEmail = Credentials.pick({ email: true });
