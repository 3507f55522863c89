import type { Tx } from "../database.server.ts";
import { lowerSessions, requireRecentProof } from "./assurance.server.ts";
import type { AuthDeps } from "./auth.server.ts";
import { AuthFailure } from "./failures.server.ts";
import { findFactor, lockAccount } from "./factors.server.ts";
import type { Session } from "./sessions.server.ts";

/**
 * Removes a factor; the sessions it raised fall back to aal1. Recovery codes stand in for another factor, so they go
 * with the last one. Throws AuthFailure: mfa_factor_not_found, insufficient_aal, reauthentication_needed.
 */
export async function removeFactor({ db }: AuthDeps, session: Session, factorId: string): Promise<{ id: string }> {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, session.user_id);
    const factor = await findFactor(tx, session.user_id, factorId);
    if (factor.status === "verified") {
      if (session.aal !== "aal2") {
        throw new AuthFailure(422, "insufficient_aal", "Primero completá el segundo paso de tu ingreso");
      }
      requireRecentProof(session);
    }
    await deleteFactor(tx, factorId);
    const left = await tx.selectFrom("auth.mfa_factors").select(["id", "factor_type"])
      .where("user_id", "=", session.user_id).where("status", "=", "verified").execute();
    if (left.some(({ factor_type }) => factor_type !== "recovery_code")) return;
    for (const codes of left) await deleteFactor(tx, codes.id);
  });
  return { id: factorId };
}

async function deleteFactor(tx: Tx, factorId: string): Promise<void> {
  await lowerSessions(tx, factorId);
  await tx.deleteFrom("auth.mfa_factors").where("id", "=", factorId).execute();
}
