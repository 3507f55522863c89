import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { randomNonce, randomPKCECodeVerifier } from "openid-client";
import type { CodeChallenge } from "../../core/code-challenge.server.ts";
import type { AuthDeps } from "../deps.server.ts";
import type { FlowSecrets } from "../../credentials/providers.server.ts";
import { hashToken, encrypt, decrypt } from "../../../platform/crypto.server.ts";

const VALID_MINUTES = 10;

/** A sign-in in progress at a provider: its origin, and what the callback must match. */
export type Flow = {
  provider: string;
  challenge: CodeChallenge;
  redirect_to: string;
  /** The session that requested linking; null for a sign-in. */
  linking_session_id: string | null;
};

type FlowDeps = Pick<AuthDeps, "db" | "flowKey">;

/** Stores a flow for ten minutes, readable by every node. */
export async function beginFlow({ db, flowKey }: FlowDeps, flow: Flow): Promise<FlowSecrets & { state: string }> {
  const state = randomBytes(32).toString("base64url");
  const secrets = { verifier: randomPKCECodeVerifier(), nonce: randomNonce() };
  const { challenge, ...rest } = flow;
  await db
    .insertInto("auth.oauth_flows")
    .values({
      ...rest,
      ...challenge,
      state_hash: hashToken(state),
      sealed: encrypt(flowKey, JSON.stringify(secrets), state),
    })
    .execute();
  return { ...secrets, state };
}

/** Consumes a flow by its state; null when it is unknown or older than ten minutes. */
export async function takeFlow({ db, flowKey }: FlowDeps, state: string): Promise<(Flow & FlowSecrets) | null> {
  const row = await db
    .deleteFrom("auth.oauth_flows")
    .where("state_hash", "=", hashToken(state))
    .where("created_at", ">", sql<Date>`now() - make_interval(mins => ${VALID_MINUTES})`)
    .returning(["provider", "sealed", "code_challenge", "code_challenge_method", "redirect_to", "linking_session_id"])
    .executeTakeFirst();
  if (!row) return null;
  const { sealed, code_challenge, code_challenge_method, ...flow } = row;
  return {
    ...flow,
    challenge: { code_challenge, code_challenge_method } as CodeChallenge,
    ...(JSON.parse(decrypt(flowKey, sealed, state)) as FlowSecrets),
  };
}
