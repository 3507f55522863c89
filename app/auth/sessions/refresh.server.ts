import { sql } from "kysely";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { AuthFailure } from "../core/auth-errors.server.ts";
import { hashToken } from "../../platform/crypto.server.ts";
import { newRefreshToken, openSuccessor, publicKeyOf, sealSuccessor, storedToken } from "./refresh-tokens.server.ts";
import { dropLeftBehind, endSessions, sessionColumns } from "./sessions.server.ts";
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

/** The token, and its successor if that may be issued again. Read after the lock, so it sees concurrent refreshes. */
async function readToken(tx: Tx, tokenHash: Buffer) {
  const isLostResponse = sql<boolean>`successor.replaced_at is null
    and token.replaced_at > clock_timestamp() - make_interval(secs => ${LOST_RESPONSE_SECONDS})`;
  return tx
    .selectFrom("auth.refresh_tokens as token")
    .leftJoin("auth.refresh_tokens as successor", "successor.parent_id", "token.id")
    .select([
      "token.id",
      "token.public_key",
      "token.replaced_at",
      "token.successor_sealed",
      isLostResponse.as("is_lost_response"),
    ])
    .where("token.token_hash", "=", tokenHash)
    .executeTakeFirstOrThrow();
}

type Parent = { id: string; public_key: Buffer | null };

/** Replaces a token; returns its successor, sealed in the parent's row. The grandparent's sealed successor is deleted with that. */
async function replace(tx: Tx, sessionId: string, { id, public_key }: Parent): Promise<string> {
  const successor = newRefreshToken();
  const sealed = public_key && sealSuccessor(public_key, successor);
  await tx
    .updateTable("auth.refresh_tokens as token")
    .set({
      replaced_at: sql`coalesce(token.replaced_at, clock_timestamp())`,
      successor_sealed: sql`case when token.id = ${id} then ${sealed}::bytea end`,
    })
    .where("token.id", "in", (eb) =>
      eb
        .selectFrom("auth.refresh_tokens as own")
        .select(sql<string>`unnest(array[own.id, own.parent_id])`.as("id"))
        .where("own.id", "=", id),
    )
    .execute();
  await tx
    .insertInto("auth.refresh_tokens")
    .values({ session_id: sessionId, parent_id: id, ...storedToken(successor) })
    .execute();
  await tx
    .updateTable("auth.sessions")
    .set({ refreshed_at: sql`now()` })
    .where("id", "=", sessionId)
    .execute();
  return successor;
}

/** Replaces the current refresh token of a session whose row the transaction has locked; returns the new one. */
export type Renew = (tx: Tx, sessionId: string) => Promise<string>;

const renew: Renew = async (tx, sessionId) => {
  const current = await tx
    .selectFrom("auth.refresh_tokens")
    .select(["id", "public_key"])
    .where("session_id", "=", sessionId)
    .where("replaced_at", "is", null)
    .executeTakeFirstOrThrow();
  return replace(tx, sessionId, current);
};

/**
 * Refresh token rotation. A successor is random, and only hashes are stored. A client that still holds the parent (a parallel tab, a lost
 * response) gets the same successor, which is stored sealed for the parent's holder: neither the database nor SECRET yields a token.
 */
export function openRefresh(db: Database): { refresh: Refresh; renew: Renew } {
  const refresh: Refresh = async (refreshToken) => {
    const tokenHash = hashToken(refreshToken);
    type Renewed = { session: Session; successor: string | Buffer };
    const outcome = await db.transaction().execute(async (tx): Promise<Renewed | EndReason | "unknown"> => {
      const session = await lockSession(tx, tokenHash);
      if (!session) return "unknown";
      if (session.end_reason) return session.end_reason as EndReason;
      if (session.is_over || session.is_idle) {
        await endSessions(tx, session, "local", "expired");
        return "expired";
      }
      const { id, public_key, replaced_at, ...token } = await readToken(tx, tokenHash);
      if (replaced_at === null) {
        const parent = { id, public_key: public_key ?? publicKeyOf(refreshToken) };
        return { session, successor: await replace(tx, session.id, parent) };
      }
      // A node of the previous version sealed no successor.
      if (token.is_lost_response)
        return token.successor_sealed ? { session, successor: token.successor_sealed } : "unknown";
      // A replayed token means that the chain was stolen: end the session, and what it left, for thief and owner.
      await endSessions(tx, session, "local", "refresh_token_reused");
      await dropLeftBehind(tx, session.user_id, sql`session_id = ${session.id}::uuid`);
      return "refresh_token_reused";
    });
    if (typeof outcome === "string") throw failures[outcome]();
    const { session, successor } = outcome;
    const refresh_token = typeof successor === "string" ? successor : openSuccessor(refreshToken, successor);
    return { session, refresh_token };
  };
  return { refresh, renew };
}
