import { plainDigits } from "../../../shared/text/digits.ts";
import { sql } from "kysely";
import { verifySync } from "otplib";
import { z } from "zod";
import type { Tx } from "../../../platform/database/database.server.ts";
import { lockAccount, raiseSession, requireMayAddWayIn, requireRecentProof } from "../../sessions/assurance.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { confirmFactor, type Factor, findFactor } from "./factors.server.ts";
import { beginsWithFactor } from "../../sessions/recovery.server.ts";
import { openChallenge } from "./factors-challenge.server.ts";
import { laneKey } from "../../limits/lanes.server.ts";
import { countAttempt, forgiveAttempt, unlessOverloaded } from "../../limits/limits.server.ts";
import { validationFailed } from "../../core/requests.server.ts";
import { decrypt } from "../../../platform/crypto.server.ts";
import type { Session } from "../../core/session.server.ts";
import {
  CredentialResponse,
  findCredential,
  readRegistration,
  useCredential,
} from "../../credentials/webauthn.server.ts";

/** Tolerated clock difference of a phone, in seconds. */
const CLOCK_TOLERANCE = 30;
const METHODS: Record<string, string> = { totp: "totp", webauthn: "mfa/webauthn" };

export const VerifyBody = z.object({
  challenge_id: z.uuid("challenge_id must be a UUID"),
  code: z.string().max(64).nullish(),
  webauthn: z.object({ type: z.enum(["create", "request"]), credential_response: CredentialResponse }).nullish(),
});
type VerifyBody = z.output<typeof VerifyBody>;
type Challenge = Awaited<ReturnType<typeof openChallenge>>;

export const verificationFailed = () =>
  new AuthFailure(422, "mfa_verification_failed", "El código no es correcto o ya se usó");

/**
 * Checks the answer to a challenge. Raises the session to aal2 with a new refresh token and verifies an unverified
 * factor. Throws AuthFailure: mfa_verification_failed, mfa_challenge_expired, mfa_factor_not_found, insufficient_aal,
 * reauthentication_needed, factor_too_new, claim_required, 429.
 */
export async function verifyFactor(deps: AuthDeps, claimed: Session, factorId: string, body: VerifyBody) {
  const limits = { second_factor_account: await laneKey(deps.db, claimed) };
  await countAttempt(deps, limits);
  const raised = await unlessOverloaded(deps.limiter, limits, () =>
    deps.db.transaction().execute(async (tx) => {
      const session = await lockAccount(tx, claimed);
      const factor = await findFactor(tx, session.user_id, factorId, "for update");
      if (factor.status === "unverified") {
        // An enrolment begun without other factors must not replace a factor that was verified meanwhile.
        await requireMayAddWayIn(tx, session);
        // Another session may have begun the enrolment and abandoned it.
        requireRecentProof(session, "finish");
      }
      const challenge = await openChallenge(tx, session, factorId, body.challenge_id);
      const shownId = await check(deps, tx, factor, challenge, body);
      const recovers = await beginsWithFactor(tx, session, shownId);
      await tx
        .updateTable("auth.mfa_challenges")
        .set({ verified_at: sql`now()` })
        .where("id", "=", challenge.id)
        .execute();
      await confirmFactor(deps, tx, factor, session);
      const method = METHODS[factor.factor_type] ?? factor.factor_type;
      return raiseSession(tx, deps.renew, session, { method, factorId: shownId, recovers });
    }),
  );
  await forgiveAttempt(deps.limiter, limits);
  return raised;
}

/** Returns the id of the factor that was shown: with several security keys, the user may use any. */
async function check(deps: AuthDeps, tx: Tx, factor: Factor, challenge: Challenge, body: VerifyBody): Promise<string> {
  if (factor.factor_type === "webauthn") return checkWebauthn(deps, tx, factor, challenge, body);
  const code = plainDigits(body.code ?? "").replaceAll(/[\s\p{P}\p{S}\p{Cf}]/gu, "");
  if (!code) throw validationFailed("Escribí el código");
  await checkTotp(deps, tx, factor, code);
  return factor.id;
}

async function checkTotp({ factorKey, clock }: AuthDeps, tx: Tx, factor: Factor, code: string): Promise<void> {
  if (!factor.secret_encrypted || !/^\d{6}$/.test(code)) throw verificationFailed();
  const checked = verifySync({
    secret: decrypt(factorKey, factor.secret_encrypted, factor.id),
    token: code,
    epoch: Math.floor(clock.now() / 1000),
    epochTolerance: CLOCK_TOLERANCE,
    ...(factor.last_used_step !== null && { afterTimeStep: Number(factor.last_used_step) }),
  });
  if (!checked.valid || !("timeStep" in checked)) throw verificationFailed();
  // The factor's row is locked, so a concurrent request with the same code finds its time step used.
  await tx
    .updateTable("auth.mfa_factors")
    .set({ last_used_step: String(checked.timeStep) })
    .where("id", "=", factor.id)
    .execute();
}

async function checkWebauthn(
  { relyingParty }: AuthDeps,
  tx: Tx,
  factor: Factor,
  challenge: Challenge,
  { webauthn }: VerifyBody,
): Promise<string> {
  const isNew = factor.status === "unverified";
  if (webauthn?.type !== (isNew ? "create" : "request") || !challenge.webauthn_challenge) {
    throw validationFailed(`webauthn of type ${isNew ? "create" : "request"} required`);
  }
  const answer = webauthn.credential_response;
  if (isNew) {
    const credential = await readRegistration(relyingParty, challenge.webauthn_challenge, answer);
    if (!credential) throw verificationFailed();
    await insertCredential(tx, { ...credential, user_id: factor.user_id, factor_id: factor.id });
    return factor.id;
  }
  const stored = await findCredential(tx, answer.id);
  if (!stored?.factor_id || stored.user_id !== factor.user_id) throw verificationFailed();
  if (!(await useCredential(tx, relyingParty, stored, challenge.webauthn_challenge, answer)))
    throw verificationFailed();
  return stored.factor_id;
}

type NewCredential = NonNullable<Awaited<ReturnType<typeof readRegistration>>> & {
  user_id: string;
  factor_id?: string;
  friendly_name?: string;
  without_factor?: boolean;
};

/** Stores a new credential. Throws AuthFailure 422 webauthn_credential_exists for a known one. */
export async function insertCredential(tx: Tx, credential: NewCredential) {
  const row = await tx
    .insertInto("auth.webauthn_credentials")
    .values(credential)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(["id", "friendly_name", "created_at"])
    .executeTakeFirst();
  if (row) return row;
  throw new AuthFailure(422, "webauthn_credential_exists", "Esa llave ya está agregada");
}
