import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { openFairQueue } from "../../platform/fair-queue.server.ts";
import { overloaded } from "../core/auth-errors.server.ts";
import { type BcryptSalt, bcryptSaltOf, openBcrypt } from "./bcrypt.server.ts";

const SALT_BYTES = 16;
const HASH_BYTES = 32;
// Hashes run on Node's four thread-pool threads; one stays free for file and DNS operations.
const AT_ONCE = Math.max(1, Math.min(availableParallelism(), 3));

export type Passwords = {
  /** A PHC string (argon2id). Throws AuthFailure 503 when the queue is full. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches. Takes as long without a hash (unknown account), or with one of no known form, as with one; while moved
   * hashes are stored, as long as one of those.
   */
  verify(password: string, encrypted: string | null): Promise<boolean>;
  /** Whether a stored hash is a moved one, or was computed at a cost other than the current one. */
  isOutdated(encrypted: string): boolean;
  /**
   * What is stored of another system's hash: argon2id over a bcrypt hash, an argon2id hash of exactly the current cost (another would tell moved
   * accounts by time), null for others. The same `salt` (16 secret bytes) gives the same text.
   */
  adopt(foreign: string, salt: Buffer): Promise<string | null>;
  /** How many passwords wait to be hashed. */
  waiting(): number;
  close(): Promise<unknown>;
};

type Options = {
  longestQueue?: number;
  /** The highest bcrypt cost among the moved hashes that are stored, null when there is none. */
  movedCost?: () => Promise<number | null>;
  /** The memory in KiB of another system's argon2id that is adopted, where it is not that of new hashes. */
  adoptedMemory?: number;
};

/** Memory in KiB, passes, lanes. */
type Cost = { memory: number; passes: number; parallelism: number };
/** `bcrypt` says that the argon2id is over a bcrypt hash, and how to compute that. */
type Phc = { cost: Cost; salt: Buffer; hash: Buffer; bcrypt: BcryptSalt | null; isMoved: boolean };

/** A moved hash is `$bcrypt-argon2id$2b$10$SALT`, or `$moved-argon2id`, and, from `$v=19` on, the rest of an argon2id hash. */
const MOVED = /^\$(?:bcrypt-argon2id\$(2[aby])\$(\d\d)\$([./A-Za-z0-9]{22})|moved-argon2id)(?=\$v=)/;
/** The limits of a stored argon2id: memory in KiB, passes. */
const MOST = { memory: 256 * 1024, passes: 10, parallelism: 16 };
const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;
const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

function parse(encrypted: string): Phc | null {
  const [head, version, rounds, inner = ""] = MOVED.exec(encrypted) ?? [];
  const match = phc.exec(head === undefined ? encrypted : `$argon2id${encrypted.slice(head.length)}`);
  if (!match) return null;
  const [, memory, passes, parallelism, salt = "", hash = ""] = match;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
    bcrypt: version === undefined ? null : { version, cost: Number(rounds), salt: inner },
    isMoved: head !== undefined,
  };
}

function isBearable({ cost: { memory, passes, parallelism } }: Phc): boolean {
  const within = memory <= MOST.memory && passes <= MOST.passes && parallelism <= MOST.parallelism;
  return within && passes >= 1 && parallelism >= 1 && memory >= 8 * parallelism;
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
 * with another memory, or moved from another system, is rehashed at its user's next sign-in.
 */
export function openPasswords(
  memory: number,
  { longestQueue = 100, movedCost = async () => null, adoptedMemory = memory }: Options = {},
): Passwords {
  const cost: Cost = { memory, passes: 1, parallelism: 1 };
  const enqueue = openFairQueue({ total: AT_ONCE, perKey: AT_ONCE, waiting: longestQueue, refusal: overloaded });
  // All callers share one key of the queue, since most are not signed in.
  const inTurn = <T>(work: () => Promise<T>) => enqueue("", work);
  const decoy: Phc = {
    cost,
    salt: randomBytes(SALT_BYTES),
    hash: randomBytes(HASH_BYTES),
    bcrypt: null,
    isMoved: false,
  };
  const bcrypt = openBcrypt();
  const costs = (stored: Phc, at: Cost) => JSON.stringify(stored.cost) === JSON.stringify(at);

  async function encode(message: string, salt: Buffer): Promise<string> {
    const key = await inTurn(() => derive(message, cost, salt, HASH_BYTES));
    return `$v=19$m=${memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(key)}`;
  }

  return {
    hash: async (password) => `$argon2id${await encode(password, randomBytes(SALT_BYTES))}`,
    async verify(password, encrypted) {
      const parsed = encrypted === null ? null : parse(encrypted);
      const stored = parsed && isBearable(parsed) ? parsed : null;
      const { salt, hash, cost: needed, bcrypt: inner } = stored ?? decoy;
      const most = Math.max((await movedCost()) ?? 0, inner?.cost ?? 0);
      const key = await inTurn(async () => {
        const legacy = most > 0 ? await bcrypt.hash(password, inner, most) : "";
        return derive(inner ? legacy : password, needed, salt, hash.length);
      });
      return timingSafeEqual(key, hash) && stored !== null;
    },
    isOutdated(encrypted) {
      const stored = parse(encrypted);
      return !stored || stored.isMoved || !costs(stored, cost);
    },
    async adopt(foreign, salt) {
      const inner = bcryptSaltOf(foreign);
      if (inner) return `$bcrypt-argon2id${foreign.slice(0, -31)}${await encode(foreign, salt)}`;
      const parsed = parse(foreign);
      const isWhole = parsed?.salt.length === SALT_BYTES && parsed.hash.length === HASH_BYTES;
      if (!isWhole || parsed.isMoved || !costs(parsed, { ...cost, memory: adoptedMemory })) return null;
      return foreign.replace("$argon2id", "$moved-argon2id");
    },
    waiting: () => enqueue.waiting(),
    close: () => bcrypt.close(),
  };
}
