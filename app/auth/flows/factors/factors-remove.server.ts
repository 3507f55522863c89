import type { Tx } from "../../../platform/database/database.server.ts";
import { lockAccount, lowerSessions, requireRecentProof } from "../../sessions/assurance.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { findFactor, inWords } from "./factors.server.ts";
import { notify } from "../security-notifications.server.ts";
import type { Session } from "../../core/session.server.ts";
import { factorRemoved } from "../../mails/messages.server.ts";

/**
 * Removes a factor; the sessions it raised fall back to aal1. Recovery codes only stand in for another factor, so they are
 * removed with the last one. Throws AuthFailure: mfa_factor_not_found, insufficient_aal, reauthentication_needed.
 */
export async function removeFactor(deps: AuthDeps, claimed: Session, factorId: string): Promise<{ id: string }> {
  await deps.db.transaction().execute(async (tx) => {
    const session = await lockAccount(tx, claimed);
    const factor = await findFactor(tx, session.user_id, factorId);
    if (factor.status === "verified") {
      if (session.aal !== "aal2") {
        throw new AuthFailure(422, "insufficient_aal", "Primero completá el segundo paso de tu ingreso");
      }
      requireRecentProof(session);
      await recordEvent(tx, { event: "factor_removed", user_id: session.user_id, session_id: session.id });
    }
    await deleteFactor(tx, factorId);
    if (factor.status === "verified") {
      await notify(deps, tx, factorRemoved, session.user_id, { factor: inWords(factor.factor_type) });
    }
    const left = await tx
      .selectFrom("auth.mfa_factors")
      .select(["id", "factor_type"])
      .where("user_id", "=", session.user_id)
      .where("status", "=", "verified")
      .execute();
    if (left.some(({ factor_type }) => factor_type !== "recovery_code")) return;
    for (const codes of left) await deleteFactor(tx, codes.id);
  });
  return { id: factorId };
}

async function deleteFactor(tx: Tx, factorId: string): Promise<void> {
  await lowerSessions(tx, factorId);
  await tx.deleteFrom("auth.mfa_factors").where("id", "=", factorId).execute();
}
