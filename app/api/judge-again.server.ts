import type { Database, Tx } from "../platform/database/database.server.ts";
import type { Role } from "../shared/roles.ts";
import { requireMember, requireRole } from "./guards.server.ts";
import { findViewer, type Viewer } from "./viewer.server.ts";

/**
 * Judges a caller again in the transaction of a write that took time to prepare (a body, a hash, a file in the sandbox): since the guard they
 * may have been suspended, signed out or given another role. Holds person and session until the commit. Throws as `requireMember` and `requireRole`.
 */
export async function judgeAgain(tx: Tx, { id, session_id }: Viewer, role?: Role): Promise<void> {
  // In-process calls have no session.
  if (session_id === null) return;
  await tx.selectFrom("profiles").select("id").where("id", "=", id).forNoKeyUpdate().execute();
  await tx.selectFrom("auth.sessions").select("id").where("id", "=", session_id).forShare().execute();
  const viewer = requireMember(await findViewer(tx, { session_id, user_id: id }));
  if (role) requireRole(viewer, role);
}

/**
 * The pieces of an answer that takes long to send, each while its caller may still have it. Throws as `requireMember` and `requireRole`, which
 * breaks the answer off.
 */
export async function* whileAllowed<Piece>(
  db: Database,
  caller: Viewer,
  pieces: AsyncIterable<Piece>,
  role?: Role,
): AsyncGenerator<Piece> {
  const { id, session_id } = caller;
  for await (const piece of pieces) {
    const viewer = requireMember(session_id === null ? null : await findViewer(db, { session_id, user_id: id }));
    if (role) requireRole(viewer, role);
    yield piece;
  }
}
