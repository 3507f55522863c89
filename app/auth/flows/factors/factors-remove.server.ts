import { lockAccount, requireFullAssurance, requireMayRemoveFactor } from "../../sessions/assurance.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { findFactor } from "./factors.server.ts";
import { removeWayIn } from "../ways-in.server.ts";
import type { Session } from "../../core/session.server.ts";

/**
 * Removes a factor, by a factor; the sessions it raised fall back to aal1. Recovery codes only stand in for another factor, so they are
 * removed with the last one. Throws AuthFailure: mfa_factor_not_found, insufficient_aal, factor_needed.
 */
export async function removeFactor(deps: AuthDeps, claimed: Session, factorId: string): Promise<{ id: string }> {
  await deps.db.transaction().execute(async (tx) => {
    const session = await lockAccount(tx, claimed);
    const { user_id } = session;
    const factor = await findFactor(tx, user_id, factorId);
    if (factor.status === "unverified") {
      await requireFullAssurance(tx, session, 403);
      await tx.deleteFrom("auth.mfa_factors").where("id", "=", factorId).execute();
      return;
    }
    if (session.aal !== "aal2") {
      throw new AuthFailure(422, "insufficient_aal", "Primero completá el segundo paso de tu ingreso");
    }
    await requireMayRemoveFactor(tx, session);
    await removeWayIn(deps, tx, { user_id, session_id: session.id }, { kind: "factor", id: factorId });
  });
  return { id: factorId };
}
