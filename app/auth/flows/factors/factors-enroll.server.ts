import { randomUUID } from "node:crypto";
import { generateSecret, generateURI } from "otplib";
import { renderSVG } from "uqr";
import { z } from "zod";
import { Text } from "../../../shared/text/text-input.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { FACTOR_NAME_MAX, insertFactor } from "./factors.server.ts";
import { accountKey, countAttempt } from "../../limits/limits.server.ts";
import { encrypt } from "../../../platform/crypto.server.ts";
import { requireMayAddWayIn, requireRecentProof } from "../../sessions/assurance.server.ts";
import type { Session } from "../../core/session.server.ts";

export const FriendlyName = Text.max(FACTOR_NAME_MAX, "El nombre es demasiado largo")
  .nullish()
  .transform((name) => name || null);

export const EnrollBody = z.object({
  factor_type: z.enum(["totp", "phone", "webauthn"], "factor_type needs to be totp, phone, or webauthn"),
  friendly_name: FriendlyName,
  issuer: Text.max(FACTOR_NAME_MAX)
    .regex(/^[^:]*$/, "El emisor no puede llevar dos puntos")
    .nullish(),
});

/**
 * Begins the enrolment of a factor, which becomes active with its first verification. Throws AuthFailure:
 * mfa_phone_enroll_not_enabled, and those of `insertFactor`.
 */
export async function enrollFactor(deps: AuthDeps, session: Session, body: z.output<typeof EnrollBody>) {
  // Judged first: who may not add a way in uses up nothing of the account.
  await requireMayAddWayIn(deps.db, session);
  requireRecentProof(session);
  await countAttempt(deps, { factor_changes_account: accountKey(session.user_id) });
  if (body.factor_type === "totp") return enrollTotp(deps, session, body);
  if (body.factor_type === "phone")
    throw new AuthFailure(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  const { friendly_name } = body;
  const id = await deps.db
    .transaction()
    .execute((tx) => insertFactor(tx, session, { factor_type: "webauthn", friendly_name }));
  return { id, type: "webauthn" as const, friendly_name };
}

async function enrollTotp(deps: AuthDeps, session: Session, body: z.output<typeof EnrollBody>) {
  const { friendly_name } = body;
  const [id, secret] = [randomUUID(), generateSecret()];
  const email = await deps.db.transaction().execute(async (tx) => {
    await insertFactor(tx, session, {
      id,
      factor_type: "totp",
      friendly_name,
      secret_encrypted: encrypt(deps.factorKey, secret, id),
    });
    return tx.selectFrom("auth.users").select("email").where("id", "=", session.user_id).executeTakeFirstOrThrow();
  });
  const issuer = body.issuer || deps.settings.productName;
  const uri = generateURI({ issuer, label: email.email, secret });
  return { id, type: "totp" as const, friendly_name, totp: { qr_code: renderSVG(uri, { border: 4 }), secret, uri } };
}
