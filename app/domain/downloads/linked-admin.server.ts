import { requireMember, requireRole } from "../../api/guards.server.ts";
import { findViewer } from "../../api/viewer.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { AppError } from "../../shared/app-error.server.ts";

/** Requires an admin in the live session that a signed link names. Throws NOT_FOUND, and what the guards throw. */
export async function requireLinkedAdmin(db: Database, sessionId: string | null): Promise<void> {
  const session =
    sessionId &&
    (await db.selectFrom("auth.sessions").select("user_id").where("id", "=", sessionId).executeTakeFirst());
  if (!sessionId || !session) throw new AppError("NOT_FOUND");
  const viewer = requireMember(await findViewer(db, { session_id: sessionId, user_id: session.user_id }));
  requireRole(viewer, "admin");
}
