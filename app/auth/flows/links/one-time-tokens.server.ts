import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database/database.server.ts";
import type { CodeChallenge } from "../../core/code-challenge.server.ts";
import { hashToken } from "../../../platform/crypto.server.ts";

export type TokenKind = "confirmation" | "recovery" | "email_change";
/** What a token proves: that its person reads `email`. */
export type Proven = { user_id: string; email: string; challenge: CodeChallenge | null };

type NewToken = Omit<Proven, "challenge"> & {
  challenge?: CodeChallenge | null;
  /** The session that the token ends with; a change of address needs one. */
  session_id?: string;
};

const challengeColumns = (challenge: CodeChallenge | null = null) => ({
  code_challenge: challenge?.code_challenge ?? null,
  code_challenge_method: challenge?.code_challenge_method ?? null,
});

/** A new token for the link of a message, in place of the person's earlier one of that kind; valid for one hour. */
export async function issueToken(
  tx: Tx,
  kind: TokenKind,
  { user_id, email, challenge, session_id }: NewToken,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const row = { token_hash: hashToken(token), email, session_id: session_id ?? null, ...challengeColumns(challenge) };
  await tx.insertInto("auth.one_time_tokens").values({ user_id, kind, ...row })
    .onConflict((conflict) => conflict.columns(["user_id", "kind"]).doUpdateSet({
      ...row,
      created_at: sql`excluded.created_at`,
      expires_at: sql`excluded.expires_at`,
    })).execute();
  return token;
}

/** The address that a session has asked to change to, while its link is valid. */
export async function pendingChange(db: Database, { user_id, session_id }: { user_id: string; session_id: string }) {
  return db.selectFrom("auth.one_time_tokens").select("email").where("user_id", "=", user_id).where("kind", "=", "email_change")
    .where("session_id", "=", session_id).where("expires_at", ">", sql<Date>`now()`).executeTakeFirst();
}

/**
 * A new token for a change of address that is pending, and its address; null unless `sessionId` asked for that change. The
 * row is updated in place: one whose session ended meanwhile does not come back.
 */
export async function renewChange(
  tx: Tx,
  { user_id, session_id, challenge }: { user_id: string; session_id: string; challenge: CodeChallenge | null },
): Promise<{ token: string; email: string } | null> {
  const token = randomBytes(32).toString("base64url");
  const renewed = await tx.updateTable("auth.one_time_tokens")
    .set({
      token_hash: hashToken(token),
      ...challengeColumns(challenge),
      created_at: sql`now()`,
      expires_at: sql`now() + interval '1 hour'`,
    })
    .where("user_id", "=", user_id).where("kind", "=", "email_change").where("session_id", "=", session_id)
    .where("expires_at", ">", sql<Date>`now()`).returning("email").executeTakeFirst();
  return renewed ? { token, email: renewed.email } : null;
}

/** Uses a token up; null when there is none such, or it is too old. Of many at once one gets it. */
export async function spendToken(tx: Tx, kind: TokenKind, token: string): Promise<Proven | null> {
  // The account is locked first, as by everything else that changes it: two that need both never wait in a circle.
  await tx.selectFrom("auth.users").select("id").where("id", "=", (eb) => eb.selectFrom("auth.one_time_tokens").select("user_id")
    .where("token_hash", "=", hashToken(token)).where("kind", "=", kind)).forUpdate().execute();
  const spent = await tx.deleteFrom("auth.one_time_tokens")
    .where("token_hash", "=", hashToken(token)).where("kind", "=", kind)
    // Of a version that did not keep the session: such a change would outlive it.
    .$if(kind === "email_change", (query) => query.where("session_id", "is not", null))
    .returning(["user_id", "email", "code_challenge", "code_challenge_method"])
    .returning(sql<boolean>`expires_at > now()`.as("is_valid"))
    .executeTakeFirst();
  if (!spent?.is_valid) return null;
  const { user_id, email, code_challenge, code_challenge_method } = spent;
  const challenge = code_challenge && code_challenge_method
    ? { code_challenge, code_challenge_method: code_challenge_method as CodeChallenge["code_challenge_method"] }
    : null;
  return { user_id, email, challenge };
}

/** Takes a person's link of a kind back. */
export async function dropToken(tx: Tx, kind: TokenKind, userId: string): Promise<void> {
  await tx.deleteFrom("auth.one_time_tokens").where("user_id", "=", userId).where("kind", "=", kind).execute();
}
