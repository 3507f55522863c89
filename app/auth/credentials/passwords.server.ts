import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { openFairQueue } from "../../platform/fair-queue.server.ts";
import { AuthFailure, overloaded } from "../core/auth-errors.server.ts";

const SALT_BYTES = 16;
const HASH_BYTES = 32;
// Hashes run on Node's four thread-pool threads; one stays free for file and DNS operations.
const AT_ONCE = Math.max(1, Math.min(availableParallelism(), 3));

export type Passwords = {
  /** A PHC string (argon2id). Throws AuthFailure 503 when the queue is full. */
  hash(password: string): Promise<string>;
  /** Whether the password matches; takes as long without a hash (unknown account) as with one. */
  verify(password: string, encrypted: string | null): Promise<boolean>;
  /** Whether a stored hash was computed at a cost other than the current one. */
  isOutdated(encrypted: string): boolean;
};

/** Memory in KiB, passes, lanes. */
type Cost = { memory: number; passes: number; parallelism: number };
type Phc = { cost: Cost; salt: Buffer; hash: Buffer };

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

function parse(encrypted: string): Phc | null {
  const match = phc.exec(encrypted);
  if (!match) return null;
  const [, memory, passes, parallelism, salt = "", hash = ""] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

function derive(password: string, cost: Cost, nonce: Buffer, tagLength: number): Promise<Buffer> {
  // The same characters can be typed as different code points; NFKC makes them one password.
  const message = Buffer.from(password.normalize("NFKC"));
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, tagLength, ...cost }, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/**
 * Password hashing with `memory` KiB a hash, at most one hash per core and three in total at a time, and a bounded queue. A password hashed
 * with another memory is rehashed at its user's next sign-in.
 */
export function openPasswords(memory: number, longestQueue = 100): Passwords {
  const cost: Cost = { memory, passes: 1, parallelism: 1 };
  const enqueue = openFairQueue({ total: AT_ONCE, perKey: AT_ONCE, waiting: longestQueue, refusal: overloaded });
  // All callers share one key of the queue, since most are not signed in.
  const inTurn = <T>(work: () => Promise<T>) => enqueue("", work);
  const decoy: Phc = { cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const key = await inTurn(() => derive(password, cost, salt, HASH_BYTES));
      const { passes, parallelism } = cost;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(key)}`;
    },
    async verify(password, encrypted) {
      const stored = encrypted === null ? null : parse(encrypted);
      if (encrypted !== null && !stored) {
        throw new AuthFailure(422, "validation_failed", "Restablecé tu contraseña para volver a entrar.");
      }
      const { salt, hash, ...of } = stored ?? decoy;
      const key = await inTurn(() => derive(password, of.cost, salt, hash.length));
      return timingSafeEqual(key, hash) && stored !== null;
    },
    isOutdated(encrypted) {
      const stored = parse(encrypted);
      return !stored || JSON.stringify(stored.cost) !== JSON.stringify(cost);
    },
  };
}
