import { sql } from "kysely";
import type { Tx } from "../../../platform/database/database.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { factorNotFound, findFactor, type Factor } from "./factors.server.ts";
import { laneKey } from "../../limits/lanes.server.ts";
import { countAttempt } from "../../limits/limits.server.ts";
import type { Session } from "../../core/session.server.ts";
import { CHALLENGE_SECONDS, ownerOf, registrationOptions, requestOptions } from "../../credentials/webauthn.server.ts";

/**
 * Creates a challenge for a factor, to be answered once in this session. For an unverified WebAuthn factor the options create
 * a credential, for a verified one they use a credential. Throws AuthFailure: mfa_factor_not_found, 429.
 */
export async function challengeFactor(deps: AuthDeps, session: Session, factorId: string) {
  await countAttempt(deps, { factor_challenges_account: await laneKey(deps.db, session) });
  const factor = await findFactor(deps.db, session.user_id, factorId);
  if (factor.factor_type === "recovery_code") throw factorNotFound();
  const webauthn = factor.factor_type === "webauthn" ? await webauthnOptions(deps, factor) : null;
  const webauthn_challenge = webauthn?.credential_options.publicKey.challenge ?? null;
  const { id, created_at } = await deps.db
    .insertInto("auth.mfa_challenges")
    .values({ factor_id: factor.id, session_id: session.id, webauthn_challenge })
    .returning(["id", "created_at"])
    .executeTakeFirstOrThrow();
  await deps.db
    .updateTable("auth.mfa_factors")
    .set({ last_challenged_at: created_at })
    .where("id", "=", factor.id)
    .execute();
  const expires_at = Math.floor(created_at.getTime() / 1000) + CHALLENGE_SECONDS;
  return { id, expires_at, type: factor.factor_type, ...(webauthn && { webauthn }) };
}

async function webauthnOptions({ db, relyingParty }: AuthDeps, factor: Factor) {
  const known = await db
    .selectFrom("auth.webauthn_credentials")
    .select(["credential_id", "transports"])
    .where("user_id", "=", factor.user_id)
    .where("factor_id", "is not", null)
    .execute();
  if (factor.status === "verified") {
    return { type: "request" as const, credential_options: { publicKey: await requestOptions(relyingParty, known) } };
  }
  const owner = await ownerOf(db, factor.user_id, factor.id);
  const ids = known.map(({ credential_id }) => credential_id);
  const publicKey = await registrationOptions(relyingParty, owner, "factor", ids);
  return { type: "create" as const, credential_options: { publicKey } };
}

/**
 * The open challenge of this factor in this session, locked. Throws AuthFailure 422: mfa_factor_not_found,
 * mfa_challenge_expired for one older than five minutes or already answered.
 */
export async function openChallenge(tx: Tx, session: Session, factorId: string, challengeId: string) {
  const challenge = await tx
    .selectFrom("auth.mfa_challenges")
    .select(["id", "webauthn_challenge"])
    .select(
      sql<boolean>`verified_at is null and created_at > now() - make_interval(secs => ${CHALLENGE_SECONDS})`.as(
        "is_open",
      ),
    )
    .where("id", "=", challengeId)
    .where("factor_id", "=", factorId)
    .where("session_id", "=", session.id)
    .forUpdate()
    .executeTakeFirst();
  if (!challenge) {
    throw new AuthFailure(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  }
  if (challenge.is_open) return challenge;
  throw new AuthFailure(422, "mfa_challenge_expired", "El pedido venció. Probá de nuevo");
}
