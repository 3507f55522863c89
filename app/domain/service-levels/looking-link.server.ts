import { sql } from "kysely";
import { deriveKey, isSigned, type Secret, sign } from "../../platform/crypto.server.ts";
import type { Database } from "../../platform/database/database.server.ts";

/** The question that a link answers: the case, when its patient was asked (ms since 1970), and the hash of the mail address. */
export type Asked = { caseId: string; askedAt: number; address: string };

const PATTERN =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(\d{1,15})\.([\w-]{43})\.([\w-]{43})$/;

const keyOf = (secret: Secret) => deriveKey(secret, "still looking");
const signedText = ({ caseId, askedAt, address }: Asked) => `${caseId}\n${askedAt}\n${address}`;

const addressKeyOf = (secret: Secret) => deriveKey(secret, "address of still looking");

/** The hash of the address that a message goes to; only the server can make it. */
export const addressHash = (secret: Secret, email: string): string => sign(addressKeyOf(secret), email);

/** Whether `hash` is that of this address. */
export const isAddressOf = (secret: Secret, email: string, hash: string): boolean =>
  isSigned(addressKeyOf(secret), email, hash);

/** The token of a message's link. */
export function lookingToken(secret: Secret, asked: Asked): string {
  return `${asked.caseId}.${asked.askedAt}.${asked.address}.${sign(keyOf(secret), signedText(asked))}`;
}

/** The question of a token, or null when the token was altered. */
export function readLookingToken(secret: Secret, token: string): Asked | null {
  const [, caseId, at, address, given] = PATTERN.exec(token) ?? [];
  if (caseId === undefined || address === undefined || given === undefined) return null;
  const asked = { caseId, askedAt: Number(at), address };
  return isSigned(keyOf(secret), signedText(asked), given) ? asked : null;
}

/** The path in the mail "¿Seguís buscando?": a page that answers without a session. Null for every other notification. */
export async function lookingPath(
  db: Database,
  secret: Secret,
  { kind, case_id, email }: { kind: string; case_id: string | null; email: string },
): Promise<string | null> {
  if (kind !== "still_looking" || case_id === null) return null;
  const found = await db
    .selectFrom("case_levels")
    .select(sql<number>`(extract(epoch from asked_at) * 1000)::float8`.as("asked_at"))
    .where("case_id", "=", case_id)
    .where("asked_at", "is not", null)
    .executeTakeFirst();
  if (!found) return null;
  const asked = { caseId: case_id, askedAt: found.asked_at, address: addressHash(secret, email) };
  // The token is in the fragment, which no server and no log sees.
  return `/sigo-buscando#${lookingToken(secret, asked)}`;
}
