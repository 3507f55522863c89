import { COMMON_PASSWORD, isCommonPassword } from "./common-passwords.ts";
import { Credentials } from "./credentials.ts";

/** The credentials of a new account, whose password the server takes: the commonest are refused. */
export const NewCredentials = Credentials.extend({
  password: Credentials.shape.password.refine((password) => !isCommonPassword(password), COMMON_PASSWORD),
});

/** The form of a new password. */
export const OnlyPassword = NewCredentials.pick({ password: true });
