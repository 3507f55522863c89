import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { recordEvent } from "../core/audit.server.ts";
import { AuthFailure, sessionNotFound } from "../core/auth-errors.server.ts";
import { beginRecovery, newWaysIn } from "./recovery.server.ts";
import type { Renew } from "./refresh.server.ts";
import { endSessionsWhere, findLiveSession } from "./sessions.server.ts";
import { latestFactorProof, type OpenedSession, type Proof, proofsOf, type Session } from "../core/session.server.ts";

const RECENT_MS = 5 * 60 * 1000;
/**
 * The longest age of a proof. An action begun with a recent one may take as long again to finish; a link and the session that it opened last an
 * hour.
 */
const PROOF_MS = { begin: RECENT_MS, finish: 2 * RECENT_MS, "set a password by a link": 60 * 60 * 1000 };

/**
 * Serialises changes to an account's factors, passkeys or sessions. Returns the session's current state, locked. Throws
 * AuthFailure 403 when it has ended.
 */
export async function lockAccount(tx: Tx, { id, user_id }: Pick<Session, "id" | "user_id">): Promise<Session> {
  await tx.selectFrom("auth.users").select("id").where("id", "=", user_id).forNoKeyUpdate().execute();
  const session = await findLiveSession(tx, { session_id: id, user_id }, "for update");
  if (!session) throw sessionNotFound();
  return session;
}

/** Whether the session has a proof of identity from the last 5 minutes. */
export const hasRecentProof = (session: Session): boolean => isWithin(session, latestProof(session), RECENT_MS);

const ROUTINE_MS = 30 * 60 * 1000;

/** Whether the session may do a routine act: it has a proof of identity from the last 30 minutes. No act makes a proof younger. */
export const hasRoutineProof = (session: Session): boolean => isWithin(session, latestProof(session), ROUTINE_MS);

const latestProof = (session: Session): number | null => proofsOf(session)[0]?.timestamp ?? null;

const isWithin = ({ read_at }: Session, seconds: number | null, milliseconds: number): boolean =>
  read_at.getTime() - (seconds ?? 0) * 1000 <= milliseconds;

/** Throws AuthFailure 400 reauthentication_needed unless the session has a proof of identity, recent enough for its use (`PROOF_MS`). */
export function requireRecentProof(session: Session, to: keyof typeof PROOF_MS = "begin"): void {
  if (isWithin(session, latestProof(session), PROOF_MS[to])) return;
  throw new AuthFailure(400, "reauthentication_needed", "Por seguridad, confirmá tu contraseña para hacer este cambio");
}

/** Throws AuthFailure 400 factor_needed unless the session has shown a second factor in the last 5 minutes. */
export async function requireRecentFactor(tx: Tx, session: Session): Promise<void> {
  if (await hasShownFactor(tx, session, RECENT_MS)) return;
  throw new AuthFailure(400, "factor_needed", "Por seguridad, confirmá este cambio con un segundo paso que ya tenías");
}

/**
 * Throws AuthFailure 400 factor_needed unless the session may remove a factor: it has just shown one, or began just now with a passkey that a
 * recovery would not hold back. A password that somebody knows ends no factor.
 */
export async function requireMayRemoveFactor(tx: Tx, session: Session): Promise<void> {
  if (session.sign_in_method === "passkey" && isWithin(session, session.created_at.getTime() / 1000, PROOF_MS.begin)) {
    const { passkey_id } = await tx
      .selectFrom("auth.sessions")
      .select("passkey_id")
      .where("id", "=", session.id)
      .executeTakeFirstOrThrow();
    const isNew = (await newWaysIn(tx, session.user_id)).some(({ id }) => id === passkey_id);
    if (passkey_id !== null && !isNew) return;
  }
  await requireRecentFactor(tx, session);
}

/** A factor that was added without another one proves nothing while an older one exists. */
async function hasShownFactor(tx: Tx, session: Session, milliseconds: number): Promise<boolean> {
  if (!isWithin(session, latestFactorProof(session), milliseconds)) return false;
  const unproven = await tx
    .selectFrom("auth.mfa_factors as shown")
    .innerJoin("auth.mfa_factors as older", "older.user_id", "shown.user_id")
    .select("shown.id")
    .where("shown.id", "=", session.factor_id)
    .where("shown.without_factor", "=", true)
    .where("older.status", "=", "verified")
    .where("older.factor_type", "<>", "recovery_code")
    .where("older.without_factor", "=", false)
    .limit(1)
    .executeTakeFirst();
  return unproven === undefined;
}

/** Whether the user has a verified second factor. */
export async function hasVerifiedFactor(db: Database | Tx, userId: string): Promise<boolean> {
  const factor = await db
    .selectFrom("auth.mfa_factors")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "=", "verified")
    .limit(1)
    .executeTakeFirst();
  return factor !== undefined;
}

/** Whether the session is at aal2, or its user has no second factor. */
export async function hasFullAssurance(db: Database | Tx, session: Session): Promise<boolean> {
  return session.aal === "aal2" || !(await hasVerifiedFactor(db, session.user_id));
}

/** Throws AuthFailure with `status` unless the session is at aal2, or its user has no second factor. */
export async function requireFullAssurance(db: Database | Tx, session: Session, status: 401 | 403): Promise<void> {
  if (await hasFullAssurance(db, session)) return;
  throw new AuthFailure(status, "insufficient_aal", "Primero completá el segundo paso de tu ingreso");
}

/**
 * Throws AuthFailure unless the session is its user's own: insufficient_aal, password_change_required (the issuer of a temporary
 * password could otherwise return through what the session adds). Returns whether the account is claimed.
 */
export async function requireOwnSession(db: Database | Tx, session: Session): Promise<boolean> {
  await requireFullAssurance(db, session, 403);
  const { must_change_password, claimed_at } = await db
    .selectFrom("auth.users")
    .select(["must_change_password", "claimed_at"])
    .where("id", "=", session.user_id)
    .executeTakeFirstOrThrow();
  if (must_change_password) throw new AuthFailure(403, "password_change_required", "Primero cambiá tu contraseña");
  return claimed_at !== null;
}

/**
 * Throws AuthFailure unless the session may add a way in, which outlives the password: as `requireOwnSession`, and claim_required (the
 * first recovery of an unclaimed account removes every way in, so none would protect it), and passkey_needed.
 */
export async function requireMayAddWayIn(db: Database | Tx, session: Session): Promise<void> {
  if (await requireOwnSession(db, session)) return requirePasskeyIfGuarded(db, session);
  throw new AuthFailure(
    403,
    "claim_required",
    "Primero confirmá tu email: pedí el enlace y abrilo en este navegador, sin cerrar tu sesión",
  );
}

/**
 * Throws AuthFailure 400 passkey_needed unless the session has just shown a passkey, where one guards the account alone: it has no second factor, and a
 * recovery would not hold this passkey back. A password that somebody knows neither adds the factor nor removes the passkey. Who lost it
 * recovers by mail, which holds back what is added.
 */
export async function requirePasskeyIfGuarded(db: Database | Tx, session: Session): Promise<void> {
  const shown = (method: string) => proofsOf(session).find((proof) => proof.method === method)?.timestamp ?? null;
  if (isWithin(session, shown("passkey"), PROOF_MS.finish)) return;
  if (isWithin(session, shown("otp"), PROOF_MS["set a password by a link"])) return;
  if (await hasVerifiedFactor(db, session.user_id)) return;
  const passkeys = await db
    .selectFrom("auth.webauthn_credentials")
    .select("id")
    .where("user_id", "=", session.user_id)
    .where("factor_id", "is", null)
    .execute();
  if (passkeys.length === 0) return;
  const fresh = new Set((await newWaysIn(db, session.user_id)).map(({ id }) => id));
  if (passkeys.every(({ id }) => fresh.has(id))) return;
  throw new AuthFailure(
    400,
    "passkey_needed",
    "Confirmá este cambio con tu llave de acceso. Si ya no la tenés, recuperá tu cuenta por correo",
  );
}

/** Whether a way in is being added to an account with a second factor by a session, or none, that has not just shown it. */
export async function lacksFactor(tx: Tx, userId: string, session: Session | null): Promise<boolean> {
  if (session && (await hasShownFactor(tx, session, PROOF_MS.finish))) return false;
  return hasVerifiedFactor(tx, userId);
}

/** Adds a proof to a session, replacing an earlier one by the same method. */
export async function addProof(tx: Tx, session: Session, method: string): Promise<Proof[]> {
  const proof = { method, timestamp: Math.floor(session.read_at.getTime() / 1000) };
  const proofs = [...session.proofs.filter((earlier) => earlier.method !== method), proof];
  await tx
    .updateTable("auth.sessions")
    .set({ proofs: JSON.stringify(proofs) })
    .where("id", "=", session.id)
    .execute();
  return proofs;
}

/**
 * Raises a locked session to aal2 with a new refresh token, and ends the user's sessions that are still at aal1. `recovers` begins the
 * recovery that the session waited with.
 */
export async function raiseSession(
  tx: Tx,
  renew: Renew,
  session: Session,
  shown: { method: string; factorId: string; recovers: boolean },
): Promise<OpenedSession> {
  const proofs = await addProof(tx, session, shown.method);
  await tx
    .updateTable("auth.sessions")
    .set({ aal: "aal2", factor_id: shown.factorId })
    .where("id", "=", session.id)
    .execute();
  const event = shown.method === "mfa/recovery_code" ? "recovery_codes_used" : "factor_verified";
  await recordEvent(tx, { event, user_id: session.user_id, session_id: session.id });
  await endSessionsWhere(tx, session.user_id, sql`aal = 'aal1'`);
  if (shown.recovers) await beginRecovery(tx, session);
  const raised = { ...session, aal: "aal2", factor_id: shown.factorId, proofs };
  return { session: raised, refresh_token: await renew(tx, session.id) };
}

/** Lowers the sessions raised by a factor to aal1, before its removal. */
export async function lowerSessions(tx: Tx, factorId: string): Promise<void> {
  await tx
    .updateTable("auth.sessions")
    .set({ aal: "aal1", factor_id: null })
    .where("factor_id", "=", factorId)
    .execute();
}
