import { sql } from "kysely";
import type { Database, Tx } from "../../../platform/database/database.server.ts";
import { lacksFactor, lockAccount, requireMayAddWayIn, requireRecentProof } from "../../sessions/assurance.server.ts";
import { recordEvent } from "../../core/audit.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { notify } from "../security-notifications.server.ts";
import type { Session } from "../../core/session.server.ts";
import { factorAdded } from "../../mails/messages.server.ts";
import { issueUndoLink } from "../links/undo-links.server.ts";
import { factorInWords } from "../ways-in.server.ts";

/** Unfinished enrolments are deleted after this time. */
const UNFINISHED_MINUTES = 5;
const FACTORS_MAX = 10;
export const FACTOR_NAME_MAX = 120;

type FactorType = "totp" | "webauthn" | "recovery_code";

const factorColumns = [
  "id",
  "user_id",
  "factor_type",
  "status",
  "friendly_name",
  "secret_encrypted",
  "last_used_step",
  "updated_at",
] as const;

export type Factor = Awaited<ReturnType<typeof findFactor>>;

export const factorNotFound = () => new AuthFailure(404, "mfa_factor_not_found", "Factor not found");

/** A factor of this user. Throws AuthFailure 404 mfa_factor_not_found. */
export async function findFactor(db: Database | Tx, userId: string, factorId: string, lock?: "for update") {
  const factor = await db
    .selectFrom("auth.mfa_factors")
    .select(factorColumns)
    .where("id", "=", factorId)
    .where("user_id", "=", userId)
    .$if(lock === "for update", (query) => query.forUpdate())
    .executeTakeFirst();
  if (!factor) throw factorNotFound();
  return factor;
}

type NewFactor = {
  id?: string;
  factor_type: FactorType;
  status?: "verified";
  friendly_name: string | null;
  secret_encrypted?: Buffer;
};

/**
 * Adds a factor for the session's user. Throws AuthFailure: insufficient_aal, password_change_required, claim_required,
 * reauthentication_needed, mfa_factor_name_conflict, too_many_enrolled_mfa_factors.
 */
export async function insertFactor(tx: Tx, claimed: Session, factor: NewFactor): Promise<string> {
  const session = await lockAccount(tx, claimed);
  await requireMayAddWayIn(tx, session);
  requireRecentProof(session);
  await tx
    .deleteFrom("auth.mfa_factors")
    .where("user_id", "=", session.user_id)
    .where("status", "=", "unverified")
    .where("created_at", "<", sql<Date>`now() - make_interval(mins => ${UNFINISHED_MINUTES})`)
    .execute();
  const own = await tx
    .selectFrom("auth.mfa_factors")
    .select("friendly_name")
    .where("user_id", "=", session.user_id)
    .execute();
  if (factor.friendly_name !== null && own.some(({ friendly_name }) => friendly_name === factor.friendly_name)) {
    throw new AuthFailure(422, "mfa_factor_name_conflict", "Ya tenés otro con ese nombre. Elegí uno distinto");
  }
  if (own.length >= FACTORS_MAX) {
    throw new AuthFailure(422, "too_many_enrolled_mfa_factors", "Ya tenés muchos. Quitá alguno para agregar otro");
  }
  const { id } = await tx
    .insertInto("auth.mfa_factors")
    .values({ user_id: session.user_id, ...factor })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks a factor as verified, once, notifies the user and deletes the unverified factors of its type. */
export async function confirmFactor(
  deps: Pick<AuthDeps, "mail" | "limiter">,
  tx: Tx,
  factor: Factor,
  session: Session,
): Promise<void> {
  if (factor.status === "verified") return;
  const by = { user_id: factor.user_id, session_id: session.id };
  const without_factor = await lacksFactor(tx, factor.user_id, session);
  const token = await issueUndoLink(tx, by, { kind: "factor", id: factor.id });
  await notify(deps, tx, factorAdded, factor.user_id, { factor: factorInWords(factor.factor_type), token });
  await recordEvent(tx, { event: "factor_added", ...by });
  await tx
    .updateTable("auth.mfa_factors")
    .set({ status: "verified", without_factor, updated_at: sql`now()` })
    .where("id", "=", factor.id)
    .execute();
  await tx
    .deleteFrom("auth.mfa_factors")
    .where("user_id", "=", factor.user_id)
    .where("status", "=", "unverified")
    .where("factor_type", "=", factor.factor_type)
    .execute();
}
