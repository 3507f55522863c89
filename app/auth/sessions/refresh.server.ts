import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { AuthFailure } from "../core/auth-errors.server.ts";
import { deriveKey, hashToken, sign } from "../../platform/crypto.server.ts";
import { endSessions, sessionColumns } from "./sessions.server.ts";
import type { EndReason, OpenedSession, Session } from "../core/session.server.ts";

/** How long the previous token may fetch the current one again, in case the response was lost. */
const LOST_RESPONSE_SECONDS = 30;
const IDLE_DAYS = 14;

/** Exchanges a refresh token for its successor and the session. Throws AuthFailure 400 for an invalid one. */
export type Refresh = (refreshToken: string) => Promise<OpenedSession>;

const failures: Record<EndReason | "unknown", () => AuthFailure> = {
  unknown: () => new AuthFailure(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"),
  signed_out: () => failures.unknown(),
  password_changed: () => failures.unknown(),
  refresh_token_reused: () => new AuthFailure(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"),
  suspended: () => new AuthFailure(400, "user_banned", "Invalid Refresh Token: User Banned"),
  expired: () => new AuthFailure(400, "session_expired", "Invalid Refresh Token: Session Expired"),
};

/** The session of a refresh token, locked, so concurrent refreshes by tabs and nodes are serialised. */
async function lockSession(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom("auth.sessions")
    .select([...sessionColumns, "end_reason"])
    .select(sql<boolean>`not_after <= now()`.as("is_over"))
    .select(sql<boolean>`refreshed_at <= now() - make_interval(days => ${IDLE_DAYS}::int)`.as("is_idle"))
    .where("id", "=", (eb) =>
      eb.selectFrom("auth.refresh_tokens").select("session_id").where("token_hash", "=", tokenHash),
    )
    .forUpdate()
    .executeTakeFirst();
}

/** The token, and whether its successor may be issued again. Read after the lock, so it sees concurrent refreshes. */
async function readToken(tx: Tx, tokenHash: Buffer) {
  const isLostResponse = sql<boolean>`successor.replaced_at is null
    and token.replaced_at > clock_timestamp() - make_interval(secs => ${LOST_RESPONSE_SECONDS})`;
  return tx
    .selectFrom("auth.refresh_tokens as token")
    .leftJoin("auth.refresh_tokens as successor", "successor.parent_id", "token.id")
    .select(["token.id", "token.replaced_at", isLostResponse.as("is_lost_response")])
    .where("token.token_hash", "=", tokenHash)
    .executeTakeFirstOrThrow();
}

async function replace(tx: Tx, sessionId: string, tokenId: string, successor: string): Promise<void> {
  await tx
    .updateTable("auth.refresh_tokens")
    .set({ replaced_at: sql`clock_timestamp()` })
    .where("id", "=", tokenId)
    .execute();
  await tx
    .insertInto("auth.refresh_tokens")
    .values({ session_id: sessionId, parent_id: tokenId, token_hash: hashToken(successor) })
    .execute();
  await tx
    .updateTable("auth.sessions")
    .set({ refreshed_at: sql`now()` })
    .where("id", "=", sessionId)
    .execute();
}

/** Replaces the current refresh token of a session whose row the transaction has locked; returns the new one. */
export type Renew = (tx: Tx, sessionId: string) => Promise<string>;

/**
 * Refresh token rotation. A successor is the HMAC of its parent's hash under a key derived from SECRET. A client that still
 * holds the parent (a parallel tab, a lost response) gets the same successor, though only hashes are stored. Without
 * SECRET, neither the database nor a token yields a token.
 */
export function openRefresh(db: Database, secret: string): { refresh: Refresh; renew: Renew } {
  const chainKey = deriveKey(secret, "refresh tokens");
  const successorOf = (tokenHash: Buffer) => sign(chainKey, tokenHash.toString("base64url"));

  const renew: Renew = async (tx, sessionId) => {
    const current = await tx
      .selectFrom("auth.refresh_tokens")
      .select(["id", "token_hash"])
      .where("session_id", "=", sessionId)
      .where("replaced_at", "is", null)
      .executeTakeFirstOrThrow();
    const successor = successorOf(current.token_hash);
    await replace(tx, sessionId, current.id, successor);
    return successor;
  };

  const refresh: Refresh = async (refreshToken) => {
    const tokenHash = hashToken(refreshToken);
    const successor = successorOf(tokenHash);
    const outcome = await db.transaction().execute(async (tx): Promise<Session | EndReason | "unknown"> => {
      const session = await lockSession(tx, tokenHash);
      if (!session) return "unknown";
      if (session.end_reason) return session.end_reason as EndReason;
      if (session.is_over || session.is_idle) {
        await endSessions(tx, session, "local", "expired");
        return "expired";
      }
      const token = await readToken(tx, tokenHash);
      if (token.replaced_at === null) {
        await replace(tx, session.id, token.id, successor);
        return session;
      }
      if (token.is_lost_response) return session;
      // A replayed token means that the chain was stolen: end the session for thief and owner.
      await endSessions(tx, session, "local", "refresh_token_reused");
      return "refresh_token_reused";
    });
    if (typeof outcome === "string") throw failures[outcome]();
    return { session: outcome, refresh_token: successor };
  };
  return { refresh, renew };
}
