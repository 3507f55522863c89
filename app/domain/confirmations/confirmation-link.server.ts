import { timingSafeEqual } from "node:crypto";
import { deriveKey, sign } from "../../platform/crypto.server.ts";

/** The payload of a link: the specialist, the time of the message that asked them (ms since 1970), and the hash of the message's address. */
export type Asked = { kineId: string; askedAt: number; address: string };

const PATTERN =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(\d{1,15})\.([\w-]{43})\.([\w-]{43})$/;

const signature = (secret: string, { kineId, askedAt, address }: Asked): string =>
  sign(deriveKey(secret, "monthly confirmation"), `${kineId}\n${askedAt}\n${address}`);

/** The keyed hash of a message's address; only the server can compute it. */
export const addressHash = (secret: string, email: string): string =>
  sign(deriveKey(secret, "address of a monthly confirmation"), email);

/** The token of a monthly message's link. */
export function confirmationToken(secret: string, asked: Asked): string {
  return `${asked.kineId}.${asked.askedAt}.${asked.address}.${signature(secret, asked)}`;
}

/** The payload of a token, or null when the token is malformed or its signature is wrong. */
export function readConfirmationToken(secret: string, token: string): Asked | null {
  const [, kineId, at, address, given] = PATTERN.exec(token) ?? [];
  if (kineId === undefined || address === undefined || given === undefined) return null;
  const asked = { kineId, askedAt: Number(at), address };
  return timingSafeEqual(Buffer.from(given), Buffer.from(signature(secret, asked))) ? asked : null;
}
