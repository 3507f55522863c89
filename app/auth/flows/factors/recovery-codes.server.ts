import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../../../platform/database/database.server.ts";
import {
  lockAccount,
  raiseSession,
  requireFullAssurance,
  requireMayAddWayIn,
  requireRecentFactor,
} from "../../sessions/assurance.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { beginsWithFactor } from "../../sessions/recovery.server.ts";
import { issueUndoLink } from "../links/undo-links.server.ts";
import { factorNotFound, insertFactor } from "./factors.server.ts";
import { FriendlyName } from "./factors-enroll.server.ts";
import { verificationFailed } from "./factors-verify.server.ts";
import { notify } from "../security-notifications.server.ts";
import { laneKey } from "../../limits/lanes.server.ts";
import { unlessOverloaded } from "../../limits/limits.server.ts";
import { decrypt, encrypt, hashToken, type Key, sign } from "../../../platform/crypto.server.ts";
import type { Session } from "../../core/session.server.ts";
import { recoveryCodeUsed, recoveryCodesMade } from "../../mails/messages.server.ts";

const CODES = 10;
/** Sixteen unambiguous letters and digits: 80 bits, so a fast keyed hash is enough. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 16;

export const GenerateCodesBody = z.object({ friendly_name: FriendlyName });
export const VerifyCodeBody = z.object({ code: z.string().max(64) });

const newCode = () => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
const canonical = (typed: string) =>
  typed.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");

/** The key that the codes of a set are hashed under; a set of the previous version has none of its own. */
type CodeSet = { id: string; secret_encrypted: Buffer | null };
function hashKeyOf({ factorKey, codeKey }: AuthDeps, { id, secret_encrypted }: CodeSet): Key {
  return secret_encrypted ? [Buffer.from(decrypt(factorKey, secret_encrypted, id), "base64url")] : codeKey;
}
const hashCode = (key: Buffer, code: string) => hashToken(sign([key], code));

async function findCodes(db: Database | Tx, userId: string) {
  const codes = await db
    .selectFrom("auth.mfa_factors")
    .select(["id", "friendly_name", "secret_encrypted", "updated_at"])
    .where("user_id", "=", userId)
    .where("factor_type", "=", "recovery_code")
    .executeTakeFirst();
  if (!codes) throw factorNotFound();
  return codes;
}

async function countUnused(tx: Tx, factorId: string): Promise<number> {
  const { left } = await tx
    .selectFrom("auth.recovery_codes")
    .select(sql<number>`count(*)::int`.as("left"))
    .where("factor_id", "=", factorId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return left;
}

function requireAal2(session: Session): void {
  if (session.aal === "aal2") return;
  throw new AuthFailure(403, "insufficient_aal", "Primero completá el segundo paso de tu ingreso");
}

async function replaceCodes(deps: AuthDeps, tx: Tx, set: CodeSet, session: Session): Promise<string[]> {
  const [key] = hashKeyOf(deps, set);
  const by = { user_id: session.user_id, session_id: session.id };
  await recordEvent(tx, { event: "recovery_codes_made", ...by });
  const token = await issueUndoLink(tx, by, { kind: "factor", id: set.id });
  await notify(deps, tx, recoveryCodesMade, session.user_id, { token });
  await tx
    .updateTable("auth.mfa_factors")
    .set({ without_factor: false, updated_at: sql`clock_timestamp()` })
    .where("id", "=", set.id)
    .execute();
  const codes = Array.from({ length: CODES }, newCode);
  await tx.deleteFrom("auth.recovery_codes").where("factor_id", "=", set.id).execute();
  await tx
    .insertInto("auth.recovery_codes")
    .values(codes.map((code) => ({ factor_id: set.id, code_hash: hashCode(key, code) })))
    .execute();
  return codes;
}

/** Total and remaining recovery codes. Throws AuthFailure: insufficient_aal, mfa_factor_not_found (404). */
export async function recoveryCodesStatus({ db }: AuthDeps, session: Session) {
  await requireFullAssurance(db, session, 403);
  const { id } = await findCodes(db, session.user_id);
  const count = await db
    .selectFrom("auth.recovery_codes")
    .where("factor_id", "=", id)
    .select([
      sql<number>`count(*)::int`.as("total"),
      sql<number>`count(*) filter (where used_at is null)::int`.as("remaining"),
    ])
    .executeTakeFirstOrThrow();
  return { id, type: "recovery_code" as const, ...count };
}

/**
 * Creates a user's first set of codes, shown only once. Throws AuthFailure: insufficient_aal, factor_needed,
 * mfa_recovery_codes_sole_factor, mfa_verified_factor_exists.
 */
export function generateRecoveryCodes(deps: AuthDeps, claimed: Session, name: string | null) {
  return deps.db.transaction().execute(async (tx) => {
    const session = await lockAccount(tx, claimed);
    requireAal2(session);
    const own = await tx
      .selectFrom("auth.mfa_factors")
      .select("factor_type")
      .where("user_id", "=", session.user_id)
      .where("status", "=", "verified")
      .execute();
    if (own.length === 0) {
      throw new AuthFailure(422, "mfa_recovery_codes_sole_factor", "Primero agregá un segundo paso");
    }
    if (own.some(({ factor_type }) => factor_type === "recovery_code")) {
      throw new AuthFailure(422, "mfa_verified_factor_exists", "Ya tenés códigos de recuperación");
    }
    await requireRecentFactor(tx, session);
    const friendly_name = name ?? "Recovery codes";
    const id = randomUUID();
    const secret_encrypted = encrypt(deps.factorKey, randomBytes(32).toString("base64url"), id);
    const made = { id, factor_type: "recovery_code", status: "verified", friendly_name, secret_encrypted } as const;
    await insertFactor(tx, session, made);
    const codes = await replaceCodes(deps, tx, made, session);
    return { id, type: "recovery_code" as const, friendly_name, total: codes.length, codes };
  });
}

/**
 * Replaces the codes by new ones, shown only once: with a factor, since the earlier codes go and the new ones finish a recovery in their
 * place. Throws AuthFailure: insufficient_aal, factor_needed.
 */
export function regenerateRecoveryCodes(deps: AuthDeps, claimed: Session) {
  return deps.db.transaction().execute(async (tx) => {
    const session = await lockAccount(tx, claimed);
    requireAal2(session);
    const { id, friendly_name, secret_encrypted } = await findCodes(tx, session.user_id);
    await requireMayAddWayIn(tx, session);
    await requireRecentFactor(tx, session);
    const codes = await replaceCodes(deps, tx, { id, secret_encrypted }, session);
    return { id, type: "recovery_code" as const, friendly_name, total: codes.length, codes };
  });
}

/** The id of a user's set of codes, to remove it like any factor. Throws AuthFailure: insufficient_aal, mfa_factor_not_found. */
export async function recoveryCodesId({ db }: AuthDeps, session: Session): Promise<string> {
  requireAal2(session);
  return (await findCodes(db, session.user_id)).id;
}

/**
 * Uses one code and raises the session to aal2. Throws AuthFailure: mfa_verification_failed for a wrong, used or missing
 * code, mfa_recovery_codes_locked (429) after too many failures.
 */
export async function verifyRecoveryCode(deps: AuthDeps, claimed: Session, typed: string) {
  const codes = await findCodes(deps.db, claimed.user_id).catch(() => null);
  if (!codes) throw verificationFailed();
  // A new set of codes starts with no failures.
  const key = `${codes.id} ${codes.updated_at.getTime()} ${await laneKey(deps.db, claimed)}`;
  const { seconds } = await deps.limiter.attempt("recovery_code_set", key);
  if (seconds > 0) {
    const message = `Demasiados intentos. Esperá ${seconds} segundos o usá otro método.`;
    throw new AuthFailure(429, "mfa_recovery_codes_locked", message, { retryAfter: seconds });
  }
  const raised = await unlessOverloaded(deps.limiter, { recovery_code_set: key }, () =>
    deps.db.transaction().execute(async (tx) => {
      const session = await lockAccount(tx, claimed);
      const { numUpdatedRows } = await tx
        .updateTable("auth.recovery_codes")
        .set({ used_at: sql`now()` })
        .where("factor_id", "=", codes.id)
        .where(
          "code_hash",
          "in",
          hashKeyOf(deps, codes).map((key) => hashCode(key, canonical(typed))),
        )
        .where("used_at", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw verificationFailed();
      const recovers = await beginsWithFactor(tx, session, codes.id);
      await notify(deps, tx, recoveryCodeUsed, session.user_id, { left: await countUnused(tx, codes.id) });
      return raiseSession(tx, deps.renew, session, { method: "mfa/recovery_code", factorId: codes.id, recovers });
    }),
  );
  await deps.limiter.forgive("recovery_code_set", key);
  return raised;
}
