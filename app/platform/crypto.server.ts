import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** The server's secret; with earlier ones after it, which only decrypt and verify (docs/operations.md, "Changing SECRET"). */
export type Secret = string | readonly [current: string, ...earlier: string[]];

/** The keys of one purpose: the first encrypts and signs, each decrypts and verifies. */
export type Key = readonly [Buffer, ...Buffer[]];

const derive = (secret: string, purpose: string) => Buffer.from(hkdfSync("sha256", secret, "kinexo", purpose, 32));

/** The current secret, then the earlier ones. */
export const secretsOf = (secret: Secret): readonly [string, ...string[]] =>
  typeof secret === "string" ? [secret] : secret;

/** Keys of 32 bytes for one purpose, derived from the server's secret. */
export function deriveKey(secret: Secret, purpose: string): Key {
  const [current, ...earlier] = secretsOf(secret);
  return [derive(current, purpose), ...earlier.map((each) => derive(each, purpose))];
}

/** SHA-256 of a token: the database stores this instead of the token. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

const signBy = (key: Buffer, text: string): string => createHmac("sha256", key).update(text).digest("base64url");

/** HMAC-SHA-256 of `text` as base64url. */
export const sign = (key: Key, text: string): string => signBy(key[0], text);

/** Whether `signature` is that of `text` by one of the keys. */
export function isSigned(key: Key, text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  const isBy = (due: Buffer) => given.length === due.length && timingSafeEqual(given, due);
  return key.some((each) => isBy(Buffer.from(signBy(each, text))));
}

const NONCE = 12;
const TAG = 16;

/** AES-256-GCM of `text` bound to `context`: nonce, tag, ciphertext. */
export function encrypt([key]: Key, text: string, context: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts the output of `encrypt`. Throws when no key fits, or the context or the content differ. */
export function decrypt([key, ...earlier]: Key, sealed: Buffer, context: string): string {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString("utf8");
  } catch (error) {
    const [next, ...others] = earlier;
    if (!next) throw error;
    return decrypt([next, ...others], sealed, context);
  }
}
