import { sql } from "kysely";
import { z } from "zod";
import { Email } from "../../../shared/credentials.ts";
import type { Database, Tx } from "../../../platform/database/database.server.ts";
import { addressee } from "../../../platform/mail/mail.server.ts";
import { challengeOf, withCodeChallenge } from "../../core/code-challenge.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import {
  lockAccount,
  requireFullAssurance,
  requireOwnSession,
  requirePasskeyIfGuarded,
  requireRecentProof,
} from "../../sessions/assurance.server.ts";
import { AuthFailure, sessionNotFound } from "../../core/auth-errors.server.ts";
import { accountKey, countAttempt, recipientKey, sourceKeys } from "../../limits/limits.server.ts";
import { settleTerms } from "../invitations.server.ts";
import { notify } from "../security-notifications.server.ts";
import { dropToken, endRecoverySoon, issueToken } from "../links/one-time-tokens.server.ts";
import { validationFailed, withCaptcha } from "../../core/requests.server.ts";
import { endSessions } from "../../sessions/sessions.server.ts";
import type { Device, Session } from "../../core/session.server.ts";
import { acceptPassword } from "./sign-up.server.ts";
import { isAddressTaken } from "../../core/addresses.server.ts";
import { insertEmailIdentity, metadataText } from "../../core/users.server.ts";
import { forgetDevices, heldBack, recoveryUnderWay, vouchFor } from "../../sessions/recovery.server.ts";
import { removeWayIn } from "../ways-in.server.ts";
import { emailChangeAsked, emailChangeLink, passwordChanged } from "../../mails/messages.server.ts";

export const UpdateUserBody = z.object({
  email: z.string("Email inválido").nullish(),
  password: z.string("Mínimo 8 caracteres").nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
  /** Ids of the ways in that a recovery held back, to keep with its new password; it removes the others. */
  keep: z.array(z.uuid()).max(100).nullish(),
  /** The terms, which who was invited accepts with their first password. */
  accepted_terms: z.boolean().nullish(),
  ...withCodeChallenge,
  ...withCaptcha,
});

/** While the password of a recovery is due, only the session of its link sets it. Throws AuthFailure 403 recovery_link_required. */
async function requireRecoveryLink(db: Database | Tx, session: Session): Promise<void> {
  if (session.recovers || !(await recoveryUnderWay(db, session.user_id))) return;
  throw new AuthFailure(
    403,
    "recovery_link_required",
    "Esta contraseña se elige solo desde el enlace que te mandamos por correo. Si ya no lo tenés, pedí otro",
  );
}

async function hashNewPassword({ db, passwords }: AuthDeps, session: Session, stored: string | null, password: string) {
  await requireRecoveryLink(db, session);
  // Who was invited reads the terms first.
  requireRecentProof(session, session.recovers ? "set a password by a link" : "begin");
  acceptPassword(password);
  if (stored !== null && (await passwords.verify(password, stored))) {
    throw new AuthFailure(422, "same_password", "La contraseña nueva tiene que ser distinta de la actual");
  }
  return passwords.hash(password);
}

/** The normalised new address; null when it is the current one. */
async function acceptNewEmail(
  { db }: AuthDeps,
  session: Session,
  current: string,
  requested: string,
): Promise<string | null> {
  const email = Email.safeParse(requested);
  if (!email.success) throw validationFailed("Email inválido");
  if (email.data === current) return null;
  await requireOwnSession(db, session);
  requireRecentProof(session);
  await requirePasskeyIfGuarded(db, session);
  return email.data;
}

/**
 * Changes the password, which ends the other sessions and forgets their browsers; that of a recovery removes the ways in that it held back
 * and that `keep` does not name. Requests a new e-mail: the link sent to it confirms it, and the current address is notified. Sending the
 * current address cancels such a request. Whether another account has the address shows only in the message to it. Merges metadata; a null
 * removes a key. Throws AuthFailure: insufficient_aal, reauthentication_needed, passkey_needed, weak_password, same_password, recovery_link_required,
 * terms_required, otp_expired, validation_failed, captcha_failed, 429.
 */
export async function updateUser(
  deps: AuthDeps,
  session: Session,
  body: z.output<typeof UpdateUserBody>,
  device: Device,
): Promise<void> {
  // Judged first: a session below its account's assurance uses up nothing of it.
  await requireFullAssurance(deps.db, session, body.password ? 401 : 403);
  await countAttempt(deps, { update_user_account: accountKey(session.user_id) });
  const user = await deps.db
    .selectFrom("auth.users")
    .select(["email", "encrypted_password", "profile_due"])
    .where("id", "=", session.user_id)
    .executeTakeFirstOrThrow();
  const newEmail = body.email ? await acceptNewEmail(deps, session, user.email, body.email) : null;
  const encrypted_password = body.password
    ? await hashNewPassword(deps, session, user.encrypted_password, body.password)
    : null;
  if (newEmail) {
    const keys = { ...sourceKeys("message", device.address), message_recipient: recipientKey(newEmail) };
    const asked = { ...keys, email_change_account: accountKey(session.user_id) };
    await countAttempt(deps, asked, body.gotrue_meta_security?.captcha_token);
  }
  await deps.db.transaction().execute(async (tx) => {
    // While hashing, the session may have ended, the password changed in another session or a recovery begun.
    const locked = await lockAccount(tx, session);
    if (body.data) await mergeMetadata(tx, session.user_id, body.data);
    if (body.data && user.profile_due) await completeProfile(deps, tx, session.user_id);
    if (encrypted_password) {
      await requireRecoveryLink(tx, locked);
      const acceptsTerms = await settleTerms(tx, session.user_id, body.accepted_terms ?? false);
      await removeHeldBack(deps, tx, locked, body.keep ?? []);
      const { numUpdatedRows } = await tx
        .updateTable("auth.users")
        .set({
          encrypted_password,
          must_change_password: false,
          terms_due: false,
          invited_by: sql<string | null>`case when claimed_at is null then invited_by end`,
          recovered_at: null,
          updated_at: sql`now()`,
        })
        .where("id", "=", session.user_id)
        .where("encrypted_password", "is not distinct from", user.encrypted_password)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw sessionNotFound();
      if (acceptsTerms) await deps.acceptTerms(tx, session.user_id);
      await recordEvent(tx, { event: "password_changed", user_id: session.user_id, session_id: session.id });
      if (user.encrypted_password === null) await insertEmailIdentity(tx, session.user_id, user.email);
      await tx.updateTable("auth.sessions").set({ recovers: false }).where("id", "=", session.id).execute();
      await endSessions(tx, session, "others", "password_changed");
      await forgetDevices(tx, session.user_id);
      // Pending links, which an intruder may hold, must not undo the change.
      if (locked.recovers) {
        await dropToken(tx, "recovery", session.user_id);
        // The link that opened this session has claimed the account; another invitation would take it over.
        await dropToken(tx, "invitation", session.user_id);
      } else await endRecoverySoon(tx, session.user_id);
      await dropToken(tx, "email_change", session.user_id);
      await notify(deps, tx, passwordChanged, session.user_id, {});
    }
    // A request for the current address cancels a pending change.
    if (body.email && !newEmail) await dropToken(tx, "email_change", session.user_id);
    if (newEmail) {
      const token = await issueToken(tx, "email_change", {
        user_id: session.user_id,
        email: newEmail,
        challenge: challengeOf(body),
        session_id: session.id,
      });
      const told = { token: (await isAddressTaken(tx, newEmail, session.user_id)) ? null : token };
      await deps.mail.post(tx, emailChangeLink, { user_id: session.user_id, to: addressee(newEmail), told });
      await recordEvent(tx, { event: "email_change_asked", user_id: session.user_id, session_id: session.id });
      await notify(deps, tx, emailChangeAsked, session.user_id, { email: newEmail });
    }
  });
}

/** Removes the ways in that the session's recovery holds back, except those to keep and the factor that this session showed. */
async function removeHeldBack(deps: AuthDeps, tx: Tx, session: Session, keep: string[]): Promise<void> {
  if (!(await recoveryUnderWay(tx, session.user_id))) return;
  const by = { user_id: session.user_id, session_id: session.id };
  for (const way of await heldBack(tx, session)) {
    if (!keep.includes(way.id)) {
      await removeWayIn(deps, tx, by, way);
      continue;
    }
    await vouchFor(tx, way);
    await recordEvent(tx, { event: "way_in_kept", ...by });
  }
  if (session.factor_id) await vouchFor(tx, { kind: "factor", id: session.factor_id });
}

/** Creates the profile of a user who signed up through a provider, as a sign-up would. Throws AppError. */
async function completeProfile({ register }: AuthDeps, tx: Tx, id: string) {
  const completed = await tx
    .updateTable("auth.users")
    .set({ profile_due: false })
    .where("id", "=", id)
    .where("profile_due", "=", true)
    .returning(["email", "raw_user_meta_data"])
    .executeTakeFirst();
  if (completed) await register(tx, { id, email: completed.email, metadata: completed.raw_user_meta_data });
}

async function mergeMetadata(tx: Tx, userId: string, data: Record<string, unknown>) {
  const { raw_user_meta_data } = await tx
    .selectFrom("auth.users")
    .select("raw_user_meta_data")
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const entries = Object.entries({ ...(raw_user_meta_data as object), ...data }).filter(([, value]) => value !== null);
  const raw = metadataText(Object.fromEntries(entries));
  await tx
    .updateTable("auth.users")
    .set({ raw_user_meta_data: raw, updated_at: sql`now()` })
    .where("id", "=", userId)
    .execute();
}
