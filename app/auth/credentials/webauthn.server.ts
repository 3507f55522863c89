import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../../platform/database/database.server.ts";

/** Validity of a WebAuthn challenge. */
export const CHALLENGE_SECONDS = 300;

/** EdDSA, ES256 and RS256: the algorithms that authenticators use. */
const ALGORITHMS = [-8, -7, -257];

/** A browser's WebAuthn response; the library validates its content. */
export const CredentialResponse = z.looseObject({ id: z.string().max(2048), response: z.looseObject({}) });
export type CredentialResponse = z.output<typeof CredentialResponse>;

/** WebAuthn relying party: credentials are bound to the host of PUBLIC_URL and valid for its origin only. */
export type RelyingParty = { id: string; origin: string; name: string };

/** The relying party of an installation. */
export function relyingPartyOf(settings: { publicUrl: string; productName: string }): RelyingParty {
  const { hostname, origin } = new URL(settings.publicUrl);
  return { id: hostname, origin, name: settings.productName };
}

type Owner = { handle: string; email: string; name: string };

/** Options for a new credential, excluding the user's existing ones. User verification is required. */
export function registrationOptions(party: RelyingParty, owner: Owner, kind: "factor" | "passkey", known: string[]) {
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    // An authenticator stores one discoverable credential per handle: a passkey must not replace a factor.
    userID: Buffer.from(owner.handle),
    userName: owner.email,
    userDisplayName: owner.name,
    attestationType: "none",
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: {
      residentKey: kind === "passkey" ? "required" : "discouraged",
      requireResidentKey: kind === "passkey",
      userVerification: "required",
    },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CHALLENGE_SECONDS * 1000,
  });
}

/** Options to use one of the given credentials or, when none is given, any credential that the authenticator has for this host. */
export function requestOptions(party: RelyingParty, known: { credential_id: string; transports: string[] }[]) {
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: "required",
    timeout: CHALLENGE_SECONDS * 1000,
  });
}

/** The new credential in a browser's response, or null when verification fails. */
export async function readRegistration(party: RelyingParty, challenge: string, answer: CredentialResponse) {
  const checked = await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { id, publicKey, counter, transports } = checked.registrationInfo.credential;
  return { credential_id: id, public_key: Buffer.from(publicKey), sign_count: counter, transports: transports ?? [] };
}

/** The stored credential that a response names, locked, since each use updates its counter. */
export function findCredential(tx: Tx, credentialId: string) {
  return tx
    .selectFrom("auth.webauthn_credentials")
    .select(["id", "user_id", "factor_id", "credential_id", "public_key", "sign_count", "transports"])
    .where("credential_id", "=", credentialId)
    .forUpdate()
    .executeTakeFirst();
}

type Stored = NonNullable<Awaited<ReturnType<typeof findCredential>>>;

/** Verifies a browser's response and stores the new counter. A counter that goes back fails. */
export async function useCredential(
  tx: Tx,
  party: RelyingParty,
  stored: Stored,
  challenge: string,
  answer: CredentialResponse,
): Promise<boolean> {
  const checked = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: stored.credential_id,
      publicKey: new Uint8Array(stored.public_key),
      counter: Number(stored.sign_count),
      transports: stored.transports,
    },
  }).catch(() => null);
  if (!checked?.verified) return false;
  await tx
    .updateTable("auth.webauthn_credentials")
    .set({ sign_count: String(checked.authenticationInfo.newCounter), last_used_at: sql`now()` })
    .where("id", "=", stored.id)
    .execute();
  return true;
}

/** The name and e-mail that an authenticator shows for a user. */
export async function ownerOf(db: Database | Tx, userId: string, handle: string): Promise<Owner> {
  const { email, name } = await db
    .selectFrom("auth.users as u")
    .leftJoin("profiles as p", "p.id", "u.id")
    .select(["u.email", "p.name"])
    .where("u.id", "=", userId)
    .executeTakeFirstOrThrow();
  return { handle, email, name: name ?? email };
}
