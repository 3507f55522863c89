import { deriveKey, isSigned, type Secret, sign } from "./crypto.server.ts";

/** What a mailed question is about: the id of the thing, when it was asked (ms since 1970), and the hash of the mail address. */
export type Asked = { id: string; askedAt: number; address: string };

const PATTERN =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(\d{1,15})\.([\w-]{43})\.([\w-]{43})$/;

/** The longest token. */
export const TOKEN_MAX = 200;

/**
 * The links of one kind of mailed question, each signed for the address that it went to; no token of one kind passes for another. The names
 * make the keys.
 */
export function askedLinks(name: string, addressName = `address of ${name}`) {
  const keyOf = (secret: Secret) => deriveKey(secret, name);
  const addressKeyOf = (secret: Secret) => deriveKey(secret, addressName);
  const signedText = ({ id, askedAt, address }: Asked) => `${id}\n${askedAt}\n${address}`;
  return {
    /** The hash of the address that a message goes to; only the server can make it. */
    addressHash: (secret: Secret, email: string): string => sign(addressKeyOf(secret), email),
    /** Whether `hash` is that of this address. */
    isAddressOf: (secret: Secret, email: string, hash: string): boolean => isSigned(addressKeyOf(secret), email, hash),
    /** The token of a message's link. */
    token: (secret: Secret, asked: Asked): string =>
      `${asked.id}.${asked.askedAt}.${asked.address}.${sign(keyOf(secret), signedText(asked))}`,
    /** The question of a token, or null when the token was altered. */
    read(secret: Secret, token: string): Asked | null {
      const [, id, at, address, given] = PATTERN.exec(token) ?? [];
      if (id === undefined || address === undefined || given === undefined) return null;
      const asked = { id, askedAt: Number(at), address };
      return isSigned(keyOf(secret), signedText(asked), given) ? asked : null;
    },
  };
}
