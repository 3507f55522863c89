import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { AuthDeps } from "../deps.server.ts";
import type { Tx } from "../../../platform/database/database.server.ts";
import { AuthFailure } from "../../core/auth-errors.server.ts";
import { answers, type CodeChallenge, Pkce } from "../../core/code-challenge.server.ts";
import { linkIdentity } from "./identities.server.ts";
import type { ProvenIdentity } from "./identity-rows.server.ts";
import { notifyOfNewDevice } from "../security-notifications.server.ts";
import { hashToken } from "../../../platform/crypto.server.ts";
import { startSession } from "../../sessions/sessions.server.ts";
import type { Device, OpenedSession } from "../../core/session.server.ts";

const VALID_MINUTES = 5;

export const CodeGrant = z.object({ auth_code: z.string().max(256), code_verifier: Pkce });

type NewCode = {
  user_id: string;
  challenge: CodeChallenge;
  sign_in_method: string;
  /** Provider identity that the exchange links, within an existing session instead of a new one. */
  linking?: { session_id: string; identity: ProvenIdentity };
};

/** Issues a single-use sign-in code, valid for five minutes, bound to the browser's PKCE challenge. */
export async function issueCode(tx: Tx, { user_id, challenge, sign_in_method, linking }: NewCode): Promise<string> {
  const code = randomBytes(32).toString("base64url");
  await tx
    .insertInto("auth.auth_codes")
    .values({
      user_id,
      code_hash: hashToken(code),
      ...challenge,
      sign_in_method,
      ...(linking && { linking_session_id: linking.session_id, linking_identity: JSON.stringify(linking.identity) }),
    })
    .execute();
  return code;
}

/**
 * Exchanges a code for a session. Throws AuthFailure 404 for an unknown, used or expired code, 400 for a wrong verifier, and
 * those of `linkIdentity`.
 */
export async function exchangeCode(
  deps: Pick<AuthDeps, "db" | "clock" | "renew" | "mail" | "limiter" | "providers">,
  { auth_code, code_verifier }: z.output<typeof CodeGrant>,
  device: Device,
): Promise<OpenedSession> {
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const spent = await spendCode(tx, hashToken(auth_code));
    if (!spent) return new AuthFailure(404, "flow_state_not_found", "invalid flow state, no valid flow state found");
    if (!answers(spent as CodeChallenge, code_verifier)) {
      return new AuthFailure(400, "bad_code_verifier", "code challenge does not match previously saved code verifier");
    }
    const { user_id, sign_in_method, linking_session_id: session_id, linking_identity } = spent;
    if (session_id && linking_identity) return linkIdentity(deps, tx, { session_id, user_id }, linking_identity);
    if (sign_in_method === "oauth") await notifyOfNewDevice(deps, tx, user_id, device);
    return startSession(tx, user_id, device, { sign_in_method });
  });
  // Thrown after the commit, so a wrong verifier also consumes the code: a guesser has one try.
  if (outcome instanceof AuthFailure) throw outcome;
  return outcome;
}

async function spendCode(tx: Tx, code_hash: Buffer) {
  // Lock the account first, as the revocation of its codes does, so that a code revoked meanwhile opens no session.
  await tx
    .selectFrom("auth.users")
    .select("id")
    .where("id", "=", (eb) =>
      eb
        .selectFrom("auth.auth_codes")
        .select("user_id")
        .where("code_hash", "=", code_hash)
        .where("linking_session_id", "is", null),
    )
    .forNoKeyUpdate()
    .execute();
  return tx
    .deleteFrom("auth.auth_codes")
    .where("code_hash", "=", code_hash)
    .where("created_at", ">", sql<Date>`now() - make_interval(mins => ${VALID_MINUTES})`)
    .returning([
      "user_id",
      "code_challenge",
      "code_challenge_method",
      "sign_in_method",
      "linking_session_id",
      sql<ProvenIdentity | null>`linking_identity`.as("linking_identity"),
    ])
    .executeTakeFirst();
}
