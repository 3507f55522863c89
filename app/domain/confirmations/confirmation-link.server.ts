import { deriveKey, isSigned, type Secret, sign } from "../../platform/crypto.server.ts";

/** The payload of a link: the specialist, the time of the message that asked them (ms since 1970), and the hash of the message's address. */
export type Asked = { kineId: string; askedAt: number; address: string };

const PATTERN =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(\d{1,15})\.([\w-]{43})\.([\w-]{43})$/;

const keyOf = (secret: Secret) => deriveKey(secret, "monthly confirmation");
const signedText = ({ kineId, askedAt, address }: Asked) => `${kineId}\n${askedAt}\n${address}`;

const addressKeyOf = (secret: Secret) => deriveKey(secret, "address of a monthly confirmation");

/** The keyed hash of a message's address; only the server can compute it. */
export const addressHash = (secret: Secret, email: string): string => sign(addressKeyOf(secret), email);

/** Whether `hash` is that of this address. */
export const isAddressOf = (secret: Secret, email: string, hash: string): boolean =>
  isSigned(addressKeyOf(secret), email, hash);

/** The token of a monthly message's link. */
export function confirmationToken(secret: Secret, asked: Asked): string {
  return `${asked.kineId}.${asked.askedAt}.${asked.address}.${sign(keyOf(secret), signedText(asked))}`;
}

/** The payload of a token, or null when the token is malformed or its signature is wrong. */
export function readConfirmationToken(secret: Secret, token: string): Asked | null {
  const [, kineId, at, address, given] = PATTERN.exec(token) ?? [];
  if (kineId === undefined || address === undefined || given === undefined) return null;
  const asked = { kineId, askedAt: Number(at), address };
  return isSigned(keyOf(secret), signedText(asked), given) ? asked : null;
}
