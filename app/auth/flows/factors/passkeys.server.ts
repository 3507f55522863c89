import { sql } from "kysely";
import { z } from "zod";
import { trimmed } from "../../../shared/text/text-input.ts";
import type { Database, Tx } from "../../../platform/database/database.server.ts";
import {
  addProof,
  lacksFactor,
  lockAccount,
  requireFullAssurance,
  requireMayAddWayIn,
  requirePasskeyIfGuarded,
  requireRecentProof,
} from "../../sessions/assurance.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { FACTOR_NAME_MAX } from "./factors.server.ts";
import { insertCredential } from "./factors-verify.server.ts";
import { accountKey, countAttempt, sourceKeys } from "../../limits/limits.server.ts";
import { notify, notifyOfNewDevice } from "../security-notifications.server.ts";
import { startSession } from "../../sessions/sessions.server.ts";
import type { Device, Session } from "../../core/session.server.ts";
import {
  CHALLENGE_SECONDS,
  CredentialResponse,
  findCredential,
  ownerOf,
  readRegistration,
  registrationOptions,
  requestOptions,
  useCredential,
} from "../../credentials/webauthn.server.ts";
import { factorAdded } from "../../mails/messages.server.ts";
import { requireNotHeld } from "../../sessions/recovery.server.ts";
import { issueUndoLink } from "../links/undo-links.server.ts";
import { A_PASSKEY, removeWayIn } from "../ways-in.server.ts";

const PASSKEYS_MAX = 10;
const DEFAULT_NAME = "Llave de acceso";

export const PasskeyBody = z.object({
  challenge_id: z.uuid("challenge_id must be a valid UUID"),
  credential: CredentialResponse,
});
type PasskeyBody = z.output<typeof PasskeyBody>;
export const PasskeyName = z.object({
  friendly_name: z
    .string("friendly_name is required")
    .overwrite(trimmed)
    .min(1, "friendly_name is required")
    .max(FACTOR_NAME_MAX, "friendly_name must be 120 characters or less"),
});

const passkeyColumns = ["id", "friendly_name", "created_at", "last_used_at"] as const;
const passkeyNotFound = () => new AuthFailure(404, "webauthn_credential_not_found", "Passkey not found");
const notVerified = () =>
  new AuthFailure(400, "webauthn_verification_failed", "No pudimos comprobar la llave de acceso");

/** A user's passkeys, oldest first. Throws AuthFailure insufficient_aal. */
export async function listPasskeys({ db }: Pick<AuthDeps, "db">, session: Session) {
  await requireFullAssurance(db, session, 403);
  return db
    .selectFrom("auth.webauthn_credentials")
    .select(passkeyColumns)
    .where("user_id", "=", session.user_id)
    .where("factor_id", "is", null)
    .orderBy("id")
    .execute();
}

async function insertChallenge(db: Database | Tx, userId: string | null, challenge: string) {
  const { id, created_at } = await db
    .insertInto("auth.passkey_challenges")
    .values({ user_id: userId, challenge })
    .returning(["id", "created_at"])
    .executeTakeFirstOrThrow();
  return { challenge_id: id, expires_at: Math.floor(created_at.getTime() / 1000) + CHALLENGE_SECONDS };
}

/** Consumes a challenge, so that it is answered once. Throws AuthFailure 400. */
async function takeChallenge(db: Database, userId: string | null, id: string): Promise<string> {
  const taken = await db
    .deleteFrom("auth.passkey_challenges")
    .where("id", "=", id)
    .where("user_id", "is not distinct from", userId)
    .returning([
      "challenge",
      sql<boolean>`created_at > now() - make_interval(secs => ${CHALLENGE_SECONDS})`.as("is_open"),
    ])
    .executeTakeFirst();
  if (!taken) throw new AuthFailure(400, "webauthn_challenge_not_found", "Challenge not found or already used");
  if (!taken.is_open) throw new AuthFailure(400, "webauthn_challenge_expired", "El pedido venció. Probá de nuevo");
  return taken.challenge;
}

/** The passkeys of an account that may add another. Throws AuthFailure as `requireMayAddWayIn`, and too_many_passkeys. */
async function requireMayAddPasskey(db: Database | Tx, session: Session) {
  await requireMayAddWayIn(db, session);
  const known = await db
    .selectFrom("auth.webauthn_credentials")
    .select("credential_id")
    .where("user_id", "=", session.user_id)
    .where("factor_id", "is", null)
    .execute();
  if (known.length < PASSKEYS_MAX) return known;
  throw new AuthFailure(422, "too_many_passkeys", "Ya tenés muchas llaves. Quitá alguna para agregar otra");
}

/** Options to create a passkey. Throws AuthFailure as `requireMayAddPasskey`, 429, and reauthentication_needed. */
export async function passkeyRegistrationOptions(deps: AuthDeps, session: Session) {
  const { db, relyingParty } = deps;
  const known = await requireMayAddPasskey(db, session);
  requireRecentProof(session);
  await countAttempt(deps, { factor_changes_account: accountKey(session.user_id) });
  const owner = await ownerOf(db, session.user_id, session.user_id);
  const ids = known.map(({ credential_id }) => credential_id);
  const options = await registrationOptions(relyingParty, owner, "passkey", ids);
  return { ...(await insertChallenge(db, session.user_id, options.challenge)), options };
}

/**
 * Stores a newly created passkey. Throws AuthFailure: webauthn_verification_failed, 400 for a bad challenge,
 * webauthn_credential_exists, reauthentication_needed, and as `requireMayAddPasskey`.
 */
export async function registerPasskey(deps: AuthDeps, session: Session, body: PasskeyBody) {
  const { db, relyingParty } = deps;
  const challenge = await takeChallenge(db, session.user_id, body.challenge_id);
  const credential = await readRegistration(relyingParty, challenge, body.credential);
  if (!credential) throw notVerified();
  return db.transaction().execute(async (tx) => {
    const locked = await lockAccount(tx, session);
    await requireMayAddPasskey(tx, locked);
    // The challenge may be one for a proof, which an old session gets as well.
    requireRecentProof(locked, "finish");
    const { user_id } = session;
    const without_factor = await lacksFactor(tx, user_id, locked);
    const passkey = await insertCredential(tx, { ...credential, user_id, friendly_name: DEFAULT_NAME, without_factor });
    await recordEvent(tx, { event: "passkey_added", user_id, session_id: session.id });
    const token = await issueUndoLink(tx, { user_id, session_id: session.id }, { kind: "passkey", id: passkey.id });
    await notify(deps, tx, factorAdded, user_id, { factor: A_PASSKEY, token });
    return passkey;
  });
}

/** Options to sign in with any passkey that the browser has. Throws AuthFailure 429. */
export async function passkeySignInOptions(deps: AuthDeps, device: Device) {
  const { db, relyingParty } = deps;
  await countAttempt(deps, sourceKeys("passkey", device.address));
  const options = await requestOptions(relyingParty, []);
  return { ...(await insertChallenge(db, null, options.challenge)), options };
}

/** The passkey that answers a challenge. Throws AuthFailure: 400 webauthn_verification_failed, 403 way_in_held. */
async function usePasskey({ relyingParty }: AuthDeps, tx: Tx, challenge: string, answer: PasskeyBody["credential"]) {
  const stored = await findCredential(tx, answer.id);
  // A credential enrolled as a second factor must not serve as the first.
  if (!stored || stored.factor_id !== null) throw notVerified();
  if (!(await useCredential(tx, relyingParty, stored, challenge, answer))) throw notVerified();
  await requireNotHeld(tx, stored.user_id, { kind: "passkey", id: stored.id });
  return stored;
}

/**
 * Signs in with a passkey. The device and its PIN or fingerprint are two factors, so the session starts at aal2.
 * Throws AuthFailure 400: webauthn_challenge_not_found, webauthn_challenge_expired, webauthn_verification_failed; 403 way_in_held.
 */
export async function signInWithPasskey(deps: AuthDeps, body: PasskeyBody, device: Device) {
  const { db } = deps;
  await countAttempt(deps, sourceKeys("passkey", device.address));
  const challenge = await takeChallenge(db, null, body.challenge_id);
  return db.transaction().execute(async (tx) => {
    // Lock the account first, as the removal of the passkey does.
    await tx
      .selectFrom("auth.users")
      .select("id")
      .where("id", "=", (eb) =>
        eb.selectFrom("auth.webauthn_credentials").select("user_id").where("credential_id", "=", body.credential.id),
      )
      .forNoKeyUpdate()
      .execute();
    const stored = await usePasskey(deps, tx, challenge, body.credential);
    await tx
      .updateTable("auth.users")
      .set({ last_sign_in_at: sql`now()` })
      .where("id", "=", stored.user_id)
      .execute();
    await notifyOfNewDevice(deps, tx, stored.user_id, device);
    return startSession(tx, stored.user_id, device, { sign_in_method: "passkey", aal: "aal2", passkey_id: stored.id });
  });
}

/** Options to prove the user of a session by one of their passkeys. Throws AuthFailure: insufficient_aal, 429. */
export async function passkeyProofOptions(deps: AuthDeps, session: Session, device: Device) {
  const { db, relyingParty } = deps;
  await requireFullAssurance(db, session, 403);
  await countAttempt(deps, sourceKeys("passkey", device.address));
  const options = await requestOptions(relyingParty, []);
  return { ...(await insertChallenge(db, session.user_id, options.challenge)), options };
}

/**
 * Proves the user of a session by one of their passkeys: the session then counts as freshly signed in. Throws AuthFailure as
 * `signInWithPasskey`, and insufficient_aal.
 */
export async function proveByPasskey(deps: AuthDeps, claimed: Session, body: PasskeyBody, device: Device) {
  const { db } = deps;
  await countAttempt(deps, sourceKeys("passkey", device.address));
  const challenge = await takeChallenge(db, claimed.user_id, body.challenge_id);
  await db.transaction().execute(async (tx) => {
    const session = await lockAccount(tx, claimed);
    await requireFullAssurance(tx, session, 403);
    const stored = await usePasskey(deps, tx, challenge, body.credential);
    if (stored.user_id !== session.user_id) throw notVerified();
    await addProof(tx, session, "passkey");
  });
}

/** Renames a passkey of the user. Throws AuthFailure: insufficient_aal, 404. */
export async function renamePasskey({ db }: AuthDeps, session: Session, id: string, friendly_name: string) {
  await requireFullAssurance(db, session, 403);
  const renamed = await db
    .updateTable("auth.webauthn_credentials")
    .set({ friendly_name, updated_at: sql`now()` })
    .where("id", "=", id)
    .where("user_id", "=", session.user_id)
    .where("factor_id", "is", null)
    .returning(passkeyColumns)
    .executeTakeFirst();
  if (!renamed) throw passkeyNotFound();
  return renamed;
}

/**
 * Removes a passkey of the user and ends the sessions it started. The current session continues, without the assurance level
 * that the passkey gave it. Throws AuthFailure: insufficient_aal, reauthentication_needed, passkey_needed, 404.
 */
export async function removePasskey(deps: AuthDeps, claimed: Session, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const session = await lockAccount(tx, claimed);
    await requireFullAssurance(tx, session, 403);
    requireRecentProof(session);
    await requirePasskeyIfGuarded(tx, session);
    const by = { user_id: session.user_id, session_id: session.id };
    if (!(await removeWayIn(deps, tx, by, { kind: "passkey", id }))) throw passkeyNotFound();
  });
}
