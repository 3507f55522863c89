import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** A 32-byte key for one purpose, derived from the server's secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "kinexo", purpose, 32));
}

/** SHA-256 of a token: the database stores this instead of the token. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** HMAC-SHA-256 of `text` as base64url. */
export const sign = (key: Buffer, text: string): string => createHmac("sha256", key).update(text).digest("base64url");

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM of `text` bound to `context`: nonce, tag, ciphertext. */
export function encrypt(key: Buffer, text: string, context: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts the output of `encrypt`. Throws when the key, the context or the content differ. */
export function decrypt(key: Buffer, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
}
