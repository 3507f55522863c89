import { AppError } from "../../../shared/app-error.server.ts";
import { PASSWORD_MAX } from "../../../shared/password-rules.ts";
import { addProof } from "../../sessions/assurance.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { laneKey } from "../../limits/lanes.server.ts";
import { unlessOverloaded } from "../../limits/limits.server.ts";
import { findLiveSession } from "../../sessions/sessions.server.ts";

type Person = { id: string; session_id: string | null };

/** Confirms a user's password in their session. Throws AppError: WRONG_PASSWORD, TOO_MANY_REQUESTS, NOT_SIGNED_IN, UNAVAILABLE. */
export async function confirmPassword(
  { db, limiter, passwords }: Pick<AuthDeps, "db" | "limiter" | "passwords">,
  person: Person,
  password: string,
): Promise<void> {
  const key = await laneKey(db, { id: person.session_id, user_id: person.id });
  const { seconds } = await limiter.attempt("confirm_password_account", key);
  if (seconds > 0)
    throw new AppError("TOO_MANY_REQUESTS", `Demasiados intentos. Esperá ${seconds} segundos y probá de nuevo.`);
  const user = await db
    .selectFrom("auth.users")
    .select("encrypted_password")
    .where("id", "=", person.id)
    .executeTakeFirst();
  const stored = user?.encrypted_password ?? null;
  const fits = await unlessOverloaded(limiter, { confirm_password_account: key }, () =>
    passwords.verify(password.slice(0, PASSWORD_MAX + 1), stored),
  ).catch((error: unknown) => {
    throw error instanceof AuthFailure ? new AppError("UNAVAILABLE", error.message) : error;
  });
  if (!fits) throw new AppError("WRONG_PASSWORD");
  await limiter.forgive("confirm_password_account", key);
  await db.transaction().execute(async (tx) => {
    const claims = { session_id: person.session_id ?? "", user_id: person.id };
    const session = person.session_id ? await findLiveSession(tx, claims, "for update") : null;
    if (!session) throw new AppError("NOT_SIGNED_IN");
    await addProof(tx, session, "password");
  });
}
