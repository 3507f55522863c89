import { type RawBuilder, sql } from "kysely";
import type { AccessClaims, Device, EndReason, OpenedSession, Proof, Session } from "../core/session.server.ts";
import type { Database, Tx } from "../../platform/database/database.server.ts";
import { recordEvent } from "../core/audit.server.ts";
import { USER_AGENT_MAX } from "../core/device.server.ts";
import { newRefreshToken, storedToken } from "./refresh-tokens.server.ts";

export const sessionColumns = [
  "id",
  "user_id",
  "aal",
  "created_at",
  "not_after",
  "sign_in_method",
  sql<Proof[]>`proofs`.as("proofs"),
  "factor_id",
  "recovers",
  sql<Date>`now()`.as("read_at"),
] as const;

/** Starts a session; returns it with its first refresh token, which is stored only as a hash. */
export async function startSession(
  tx: Tx,
  userId: string,
  device: Device,
  opening: { sign_in_method?: string; aal?: "aal1" | "aal2"; passkey_id?: string } = {},
): Promise<OpenedSession> {
  const session = await tx
    .insertInto("auth.sessions")
    .values({
      user_id: userId,
      ...opening,
      // Only recovery links open sessions by a one-time password.
      recovers: opening.sign_in_method === "otp",
      ip: device.address,
      // PostgreSQL counts characters, so cutting by code units never exceeds its check.
      user_agent: device.userAgent?.slice(0, USER_AGENT_MAX).toWellFormed() ?? null,
    })
    .returning(sessionColumns)
    .executeTakeFirstOrThrow();
  const refresh_token = newRefreshToken();
  await tx
    .insertInto("auth.refresh_tokens")
    .values({ session_id: session.id, ...storedToken(refresh_token) })
    .execute();
  await recordEvent(tx, { event: "signed_in", user_id: userId, session_id: session.id, device });
  return { session, refresh_token };
}

/** The live session of an access token, or null once it has ended. */
export async function findLiveSession(
  db: Database | Tx,
  claims: Pick<AccessClaims, "session_id" | "user_id">,
  lock?: "for update",
): Promise<Session | null> {
  const session = await db
    .selectFrom("auth.sessions")
    .select(sessionColumns)
    .where("id", "=", claims.session_id)
    .where("user_id", "=", claims.user_id)
    .where("ended_at", "is", null)
    .where("not_after", ">", sql<Date>`now()`)
    .$if(lock === "for update", (query) => query.forUpdate())
    .executeTakeFirst();
  return session ?? null;
}

/** What a session leaves, with the column of whose it is: calendar addresses, and decisions that wait their eight seconds. */
const LEFT_BEHIND = [
  ["calendar_feeds", "user_id"],
  ["held_decisions", "decided_by"],
] as const;

/** Drops what sessions of a user left behind: those for which `condition` on `session_id` holds, or all. `isHeld` is that of decisions, where it is another. */
export async function dropLeftBehind(
  tx: Tx,
  userId: string,
  condition: RawBuilder<boolean> = sql`true`,
  isHeld = condition,
) {
  for (const [table, owner] of LEFT_BEHIND)
    await tx
      .deleteFrom(table)
      .where(owner, "=", userId)
      .where(table === "held_decisions" ? isHeld : condition)
      .execute();
}

/**
 * Ends live sessions of a user: one, all, or all but one. Their access tokens stop working at once. Unless `scope` is local, also
 * deletes the user's pending sign-in codes, and what somebody else in the account may have left behind.
 */
export async function endSessions(
  tx: Tx,
  session: Pick<Session, "id" | "user_id">,
  scope: "local" | "others" | "global",
  reason: EndReason,
): Promise<void> {
  let update = tx
    .updateTable("auth.sessions")
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where("user_id", "=", session.user_id)
    .where("ended_at", "is", null);
  if (scope !== "local") {
    await tx.deleteFrom("auth.auth_codes").where("user_id", "=", session.user_id).execute();
    // An owner who ends the others goes on deciding; who changes a password may not be the only one in this session.
    const goesOn = scope === "others" && reason === "signed_out";
    const isOfOthers = goesOn ? sql<boolean>`session_id is distinct from ${session.id}::uuid` : undefined;
    await dropLeftBehind(tx, session.user_id, undefined, isOfOthers);
  }
  if (scope !== "global") update = update.where("id", scope === "local" ? "=" : "<>", session.id);
  for (const { id } of await update.returning("id").execute()) {
    const isOwn = reason === "signed_out" && id === session.id;
    const event = reason === "refresh_token_reused" ? reason : isOwn ? "signed_out" : "session_ended";
    await recordEvent(tx, { event, user_id: session.user_id, session_id: id });
  }
}

const NO_SESSION = "00000000-0000-0000-0000-000000000000";

/** Ends every live session, and sign-ins under way. Returns the number of accounts that had one. */
export async function endAllSessions(db: Database): Promise<number> {
  await db.deleteFrom("auth.auth_codes").execute();
  const users = await db
    .selectFrom("auth.sessions")
    .select("user_id")
    .distinct()
    .where("ended_at", "is", null)
    .execute();
  for (const { user_id } of users)
    await db.transaction().execute((tx) => endSessions(tx, { id: NO_SESSION, user_id }, "global", "signed_out"));
  return users.length;
}

/** Ends the live sessions of a user for which `condition` on the session's row holds, with what they left behind. */
export async function endSessionsWhere(tx: Tx, userId: string, condition: RawBuilder<boolean>): Promise<void> {
  const ended = await tx
    .updateTable("auth.sessions")
    .set({ ended_at: sql`now()`, end_reason: "signed_out" })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where(condition)
    .returning("id")
    .execute();
  const ids = ended.map(({ id }) => id);
  await dropLeftBehind(tx, userId, sql`session_id = any(${ids}::uuid[])`);
  for (const id of ids) await recordEvent(tx, { event: "session_ended", user_id: userId, session_id: id });
}
