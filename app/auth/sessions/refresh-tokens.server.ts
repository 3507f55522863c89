import { createPrivateKey, createPublicKey, decapsulate, encapsulate, type KeyObject, randomBytes } from "node:crypto";
import { decrypt, deriveKey, encrypt, hashToken } from "../../platform/crypto.server.ts";

/** A refresh token as stored: its hash, and the public key (X25519) that seals its successor for its holder. */
type StoredToken = { token_hash: Buffer; public_key: Buffer };

const CONTEXT = "successor of a refresh token";
const KEM_BYTES = 32;

function keyPairOf(token: string): { privateKey: KeyObject; public_key: Buffer } {
  const seed = deriveKey(token, CONTEXT)[0];
  const privateKey = createPrivateKey({ key: seed, format: "raw-private", asymmetricKeyType: "x25519" });
  return { privateKey, public_key: Buffer.from(privateKey.export({ format: "jwk" }).x ?? "", "base64url") };
}

/** The public key that seals a token's successor. */
export const publicKeyOf = (token: string): Buffer => keyPairOf(token).public_key;

/** What the database stores of a refresh token. */
export const storedToken = (token: string): StoredToken => ({
  token_hash: hashToken(token),
  public_key: publicKeyOf(token),
});

/** A new refresh token: 32 random bytes in base64url. */
export const newRefreshToken = (): string => randomBytes(32).toString("base64url");

/** Seals a successor so that only the token with this public key opens it. */
export function sealSuccessor(publicKey: Buffer, successor: string): Buffer {
  const key = createPublicKey({ key: publicKey, format: "raw-public", asymmetricKeyType: "x25519" });
  const { sharedKey, ciphertext } = encapsulate(key);
  return Buffer.concat([ciphertext, encrypt([sharedKey], successor, CONTEXT)]);
}

/** Opens what was sealed for this token. Throws for any other token. */
export function openSuccessor(token: string, sealed: Buffer): string {
  const sharedKey = decapsulate(keyPairOf(token).privateKey, sealed.subarray(0, KEM_BYTES));
  return decrypt([sharedKey], sealed.subarray(KEM_BYTES), CONTEXT);
}
