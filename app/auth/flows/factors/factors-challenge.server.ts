import { sql } from "kysely";
import { z } from "zod";
import type { Tx } from "../../../platform/database/database.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { factorNotFound, findFactor, type Factor } from "./factors.server.ts";
import { newPhoneCode, PHONE_PAUSE_SECONDS } from "./factors-phone.server.ts";
import { accountKey, countAttempt } from "../../limits/limits.server.ts";
import { hashToken, sign } from "../../../platform/crypto.server.ts";
import type { Session } from "../../core/session.server.ts";
import { CHALLENGE_SECONDS, ownerOf, registrationOptions, requestOptions } from "../../credentials/webauthn.server.ts";

export const ChallengeBody = z.object({ channel: z.enum(["sms", "whatsapp"]).nullish() });

/**
 * Creates a challenge for a factor, to be answered once in this session. An unverified WebAuthn factor gets options to
 * create a credential, a verified one to use one. Throws AuthFailure: mfa_factor_not_found,
 * mfa_phone_verify_not_enabled, sms_send_failed, over_sms_send_rate_limit, 429.
 */
export async function challengeFactor(
  deps: AuthDeps,
  session: Session,
  factorId: string,
  { channel }: z.output<typeof ChallengeBody>,
) {
  await countAttempt(deps, { factor_challenges_account: accountKey(session.user_id) });
  const factor = await findFactor(deps.db, session.user_id, factorId);
  if (factor.factor_type === "recovery_code") throw factorNotFound();
  if (factor.factor_type === "phone") return challengePhone(deps, session, factor, channel ?? "sms");
  const webauthn = factor.factor_type === "webauthn" ? await webauthnQuestion(deps, factor) : null;
  const challenge = await insertChallenge(deps, session, factor, {
    webauthn_challenge: webauthn?.credential_options.publicKey.challenge ?? null,
  });
  return { ...challenge, type: factor.factor_type, ...(webauthn && { webauthn }) };
}

async function insertChallenge(
  { db }: AuthDeps,
  session: Session,
  factor: Factor,
  question: { webauthn_challenge?: string | null; code_hash?: Buffer },
) {
  const { id, created_at } = await db
    .insertInto("auth.mfa_challenges")
    .values({ factor_id: factor.id, session_id: session.id, ...question })
    .returning(["id", "created_at"])
    .executeTakeFirstOrThrow();
  await db
    .updateTable("auth.mfa_factors")
    .set({ last_challenged_at: created_at })
    .where("id", "=", factor.id)
    .execute();
  return { id, expires_at: Math.floor(created_at.getTime() / 1000) + CHALLENGE_SECONDS };
}

async function webauthnQuestion({ db, relyingParty }: AuthDeps, factor: Factor) {
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

async function challengePhone(deps: AuthDeps, session: Session, factor: Factor, channel: "sms" | "whatsapp") {
  if (!deps.phoneSender) {
    throw new AuthFailure(422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone");
  }
  const since = deps.clock.now() - (factor.last_challenged_at?.getTime() ?? 0);
  const wait = Math.ceil(PHONE_PAUSE_SECONDS - since / 1000);
  if (wait > 0) {
    const message = `Esperá ${wait} segundos para pedir otro código`;
    throw new AuthFailure(429, "over_sms_send_rate_limit", message, { retryAfter: wait });
  }
  const code = newPhoneCode();
  const challenge = await insertChallenge(deps, session, factor, { code_hash: hashPhoneCode(deps, code) });
  const text = `${code} es tu código de ${deps.settings.productName}. No lo compartas con nadie.`;
  try {
    await deps.phoneSender.send({ phone: factor.phone ?? "", text, channel });
  } catch (error) {
    deps.log.warn({ err: error }, "code not sent to a phone");
    throw new AuthFailure(503, "sms_send_failed", "No pudimos enviar el código. Probá de nuevo en unos minutos.");
  }
  return { ...challenge, type: "phone" as const };
}

/** Stored hash of a code sent to a phone. */
export const hashPhoneCode = ({ codeKey }: AuthDeps, code: string): Buffer => hashToken(sign(codeKey, code));

/**
 * The open challenge of this factor in this session, locked. Throws AuthFailure 422: mfa_factor_not_found,
 * mfa_challenge_expired for one older than five minutes or already answered.
 */
export async function openChallenge(tx: Tx, session: Session, factorId: string, challengeId: string) {
  const challenge = await tx
    .selectFrom("auth.mfa_challenges")
    .select(["id", "webauthn_challenge", "code_hash"])
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
