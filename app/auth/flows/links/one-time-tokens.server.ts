import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database/database.server.ts";
import type { CodeChallenge } from "../oauth/auth-codes.server.ts";
import { hashToken } from "../../../platform/crypto.server.ts";

export type TokenKind = "confirmation" | "recovery" | "email_change";
/** What a token proves: that its person reads `email`. */
export type Proven = { user_id: string; email: string; challenge: CodeChallenge | null };

/** A new token for the link of a message, in place of the person's earlier one of that kind; valid for one hour. */
export async function issueToken(
  tx: Tx,
  kind: TokenKind,
  { user_id, email, challenge }: Omit<Proven, "challenge"> & { challenge?: CodeChallenge | null },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const row = {
    token_hash: hashToken(token),
    email,
    code_challenge: challenge?.code_challenge ?? null,
    code_challenge_method: challenge?.code_challenge_method ?? null,
  };
  await tx.insertInto("auth.one_time_tokens").values({ user_id, kind, ...row })
    .onConflict((conflict) => conflict.columns(["user_id", "kind"]).doUpdateSet({
      ...row,
      created_at: sql`excluded.created_at`,
      expires_at: sql`excluded.expires_at`,
    })).execute();
  return token;
}

/** Uses a token up; null when there is none such, or it is too old. Of many at once one gets it. */
export async function spendToken(tx: Tx, kind: TokenKind, token: string): Promise<Proven | null> {
  const spent = await tx.deleteFrom("auth.one_time_tokens")
    .where("token_hash", "=", hashToken(token)).where("kind", "=", kind)
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

/** The address that a person is about to change to, and when they asked; null without such a wish. */
export async function pendingEmail(db: Database | Tx, userId: string) {
  const pending = await db.selectFrom("auth.one_time_tokens").select(["email", "created_at"])
    .where("user_id", "=", userId).where("kind", "=", "email_change").where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return pending ?? null;
}
