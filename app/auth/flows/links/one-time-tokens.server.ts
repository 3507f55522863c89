import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database/database.server.ts";
import type { CodeChallenge } from "../../core/code-challenge.server.ts";
import { hashToken } from "../../../platform/crypto.server.ts";

export type TokenKind = "confirmation" | "recovery" | "email_change" | "invitation";
/** The fact that a token proves: the user reads `email`. */
export type Proven = {
  user_id: string;
  email: string;
  challenge: CodeChallenge | null;
  /** The session that asked for a change of address. */
  session_id: string | null;
};

type NewToken = Pick<Proven, "user_id" | "email"> & {
  challenge?: CodeChallenge | null;
  /** The session whose end invalidates the token; required for a change of address. */
  session_id?: string;
};

/** How long a link is valid; an invitation waits for its reader. */
const VALID: Record<TokenKind, string> = {
  confirmation: "1 hour",
  recovery: "1 hour",
  email_change: "1 hour",
  invitation: "7 days",
};

const challengeColumns = (challenge: CodeChallenge | null = null) => ({
  code_challenge: challenge?.code_challenge ?? null,
  code_challenge_method: challenge?.code_challenge_method ?? null,
});

/** Creates a link token, replacing the user's earlier token of that kind. */
export async function issueToken(
  tx: Tx,
  kind: TokenKind,
  { user_id, email, challenge, session_id }: NewToken,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expires_at = sql<Date>`now() + ${VALID[kind]}::interval`;
  const row = {
    token_hash: hashToken(token),
    email,
    session_id: session_id ?? null,
    expires_at,
    ...challengeColumns(challenge),
  };
  await tx
    .insertInto("auth.one_time_tokens")
    .values({ user_id, kind, ...row })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "kind"]).doUpdateSet({ ...row, created_at: sql`excluded.created_at` }),
    )
    .execute();
  return token;
}

/** The pending new address requested by a session, while its link is valid. */
export async function pendingChange(db: Database, { user_id, session_id }: { user_id: string; session_id: string }) {
  return db
    .selectFrom("auth.one_time_tokens")
    .select("email")
    .where("user_id", "=", user_id)
    .where("kind", "=", "email_change")
    .where("session_id", "=", session_id)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Issues a new token for a pending change of address; null unless `session_id` requested that change. Updates the row in
 * place, so a change whose session ended meanwhile is not restored.
 */
export async function renewChange(
  tx: Tx,
  { user_id, session_id, challenge }: { user_id: string; session_id: string; challenge: CodeChallenge | null },
): Promise<{ token: string; email: string } | null> {
  const token = randomBytes(32).toString("base64url");
  const renewed = await tx
    .updateTable("auth.one_time_tokens")
    .set({
      token_hash: hashToken(token),
      ...challengeColumns(challenge),
      created_at: sql`now()`,
      expires_at: sql`now() + interval '1 hour'`,
    })
    .where("user_id", "=", user_id)
    .where("kind", "=", "email_change")
    .where("session_id", "=", session_id)
    .where("expires_at", ">", sql<Date>`now()`)
    .returning("email")
    .executeTakeFirst();
  return renewed ? { token, email: renewed.email } : null;
}

/** Consumes a token; null when it is unknown or expired. Only one of several concurrent uses succeeds. */
export async function spendToken(tx: Tx, kind: TokenKind, token: string): Promise<Proven | null> {
  // Lock the account first, as every other account change does, to avoid deadlocks.
  await tx
    .selectFrom("auth.users")
    .select("id")
    .where("id", "=", (eb) =>
      eb
        .selectFrom("auth.one_time_tokens")
        .select("user_id")
        .where("token_hash", "=", hashToken(token))
        .where("kind", "=", kind),
    )
    .forUpdate()
    .execute();
  const spent = await tx
    .deleteFrom("auth.one_time_tokens")
    .where("token_hash", "=", hashToken(token))
    .where("kind", "=", kind)
    // Tokens of older versions store no session: their change of address would outlive the session.
    .$if(kind === "email_change", (query) => query.where("session_id", "is not", null))
    .returning(["user_id", "email", "session_id", "code_challenge", "code_challenge_method"])
    .returning(sql<boolean>`expires_at > now()`.as("is_valid"))
    .executeTakeFirst();
  if (!spent?.is_valid) return null;
  const { user_id, email, session_id, code_challenge, code_challenge_method } = spent;
  const challenge =
    code_challenge && code_challenge_method
      ? { code_challenge, code_challenge_method: code_challenge_method as CodeChallenge["code_challenge_method"] }
      : null;
  return { user_id, email, session_id, challenge };
}

/**
 * Ends a user's recovery link soon, ten minutes after it was sent: one that an intruder holds outlives a new password by little, and an intruder who
 * has a session and keeps changing the password keeps nobody from a recovery.
 */
export async function endRecoverySoon(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("auth.one_time_tokens")
    .set({ expires_at: sql`least(expires_at, created_at + interval '10 minutes')` })
    .where("user_id", "=", userId)
    .where("kind", "=", "recovery")
    .execute();
}

/** Deletes a user's link token of a kind. */
export async function dropToken(tx: Tx, kind: TokenKind, userId: string): Promise<void> {
  await tx.deleteFrom("auth.one_time_tokens").where("user_id", "=", userId).where("kind", "=", kind).execute();
}
