import { sql } from "kysely";
import { z } from "zod";
import { Email, Password } from "../../../shared/credentials.ts";
import { recordEvent } from "../../core/audit.server.ts";
import { COMMON_PASSWORD, isCommonPassword } from "../../../shared/common-passwords.ts";
import { challengeOf, withCodeChallenge } from "../../core/code-challenge.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { userAlreadyExists, weakPassword } from "../../core/auth-errors.server.ts";
import { countAttempt, forgiveAttempt, sourceKeys, unlessOverloaded } from "../../limits/limits.server.ts";
import { sendConfirmation } from "../links/email-link-requests.server.ts";
import { validationFailed, withCaptcha } from "../../core/requests.server.ts";
import { startSession } from "../../sessions/sessions.server.ts";
import type { Device, OpenedSession } from "../../core/session.server.ts";
import { isAddressTaken } from "../../core/addresses.server.ts";
import { insertUser } from "../../core/users.server.ts";

export const SignUpBody = z.object({
  email: z.string("Email inválido"),
  password: z.string("Mínimo 8 caracteres"),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...withCodeChallenge,
  ...withCaptcha,
});

type PasswordProblem = { message: string; reason: "length" | "characters" | "pwned" };

/** The rule that a new password violates, as a message and the protocol's reason; null when it is acceptable. */
export function passwordProblem(password: string): PasswordProblem | null {
  const parsed = Password.safeParse(password);
  const issue = parsed.error?.issues[0];
  if (issue) return { message: issue.message, reason: issue.code === "invalid_format" ? "characters" : "length" };
  if (!isCommonPassword(password)) return null;
  return { message: COMMON_PASSWORD, reason: "pwned" };
}

/** Returns an acceptable password. Throws AuthFailure 422 weak_password. */
export function acceptPassword(password: string): string {
  const problem = passwordProblem(password);
  if (problem) throw weakPassword(problem.message, problem.reason);
  return password;
}

/** Creates account, identity, profile and session in one transaction. Throws AuthFailure, AppError. */
export async function signUp(
  deps: AuthDeps,
  body: z.output<typeof SignUpBody>,
  device: Device,
): Promise<OpenedSession> {
  const { db, limiter, captcha, passwords, register, freeAddress } = deps;
  const parsed = Email.safeParse(body.email);
  if (!parsed.success) throw validationFailed("Email inválido");
  const email = parsed.data;
  const password = acceptPassword(body.password);
  const taken = sourceKeys("sign_up_taken", device.address);
  const keys = { ...sourceKeys("sign_up", device.address), ...taken };
  await countAttempt({ limiter, captcha }, keys, body.gotrue_meta_security?.captcha_token);
  return unlessOverloaded(limiter, keys, async () => {
    if (await isAddressTaken(db, email)) throw userAlreadyExists();
    await forgiveAttempt(limiter, taken);
    // Hash before the transaction, so that no connection is held meanwhile.
    const encrypted_password = await passwords.hash(password);
    return db.transaction().execute(async (tx) => {
      const metadata = body.data ?? {};
      await freeAddress(tx, email);
      const id = await insertUser(tx, { email, encrypted_password, metadata });
      if (!id) throw userAlreadyExists();
      await register(tx, { id, email, metadata });
      await sendConfirmation(deps, tx, { id, email, challenge: challengeOf(body) });
      await recordEvent(tx, { event: "signed_up", user_id: id, device });
      await tx
        .updateTable("auth.users")
        .set({ last_sign_in_at: sql`now()` })
        .where("id", "=", id)
        .execute();
      return startSession(tx, id, device);
    });
  });
}
