import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { BcryptAnswer, BcryptTask } from "./bcrypt-worker.ts";

const ROOT = realpathSync(dirname(findPackageJSON("..", import.meta.url) ?? "."));
const THREAD = join(ROOT, "app/auth/credentials/bcrypt-worker.ts");

/** A bcrypt hash without its digest: enough to compute it again from the password. */
export type BcryptSalt = { version: string; cost: number; salt: string };

const ALPHABET = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Costs above it would keep every sign-in busy for a second. */
const MOST_COST = 12;
const bcryptHash = /^\$(2[aby])\$(\d\d)\$([./A-Za-z0-9]{22})[./A-Za-z0-9]{31}$/;

/** What a bcrypt hash says of its computation; null for other texts, and for costs that a sign-in cannot wait for. */
export function bcryptSaltOf(hash: string): BcryptSalt | null {
  const [, version = "", cost = "", salt = ""] = bcryptHash.exec(hash) ?? [];
  return version !== "" && Number(cost) >= 4 && Number(cost) <= MOST_COST
    ? { version, cost: Number(cost), salt }
    : null;
}

/** The salt in bcrypt's own form: "$2b$10$" and 22 characters. */
const written = ({ version, cost, salt }: BcryptSalt) => `$${version}$${String(cost).padStart(2, "0")}$${salt}`;

function decoyOf(cost: number): BcryptSalt {
  // The last of 22 characters holds two bits.
  const letters = [...randomBytes(21)].map((byte) => ALPHABET[byte % 64]).join("");
  return { version: "2b", cost, salt: `${letters}.` };
}

export type Bcrypt = {
  /**
   * The bcrypt hash of a password as it was typed (UTF-8, its first 72 bytes). Every call takes the time of `cost`: a cheaper salt is followed
   * by decoys, and null by nothing else.
   */
  hash(password: string, salt: BcryptSalt | null, cost: number): Promise<string>;
  close(): Promise<unknown>;
};

/** Computes bcrypt in one thread, which starts with the first hash. */
export function openBcrypt(): Bcrypt {
  let thread: Worker | null = null;
  let last = 0;
  const waiting = new Map<number, { resolve(hash: string): void; reject(error: unknown): void }>();

  function start(): Worker {
    const started = new Worker(THREAD);
    // A command ends when its work is done.
    started.unref();
    started.on("message", ({ id, hash }: BcryptAnswer) => {
      waiting.get(id)?.resolve(hash);
      waiting.delete(id);
    });
    const fail = (error: unknown) => {
      if (thread === started) thread = null;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on("error", fail);
    started.on("exit", () => fail(new Error("the thread of bcrypt ended")));
    return started;
  }

  return {
    hash(password, salt, cost) {
      // 2^c + 2^c + 2^(c+1) + … + 2^(cost-1) = 2^cost rounds.
      const decoys = salt ? Array.from({ length: Math.max(0, cost - salt.cost) }, (_, step) => salt.cost + step) : [];
      const salts = [salt ?? decoyOf(cost), ...decoys.map(decoyOf)].map(written);
      const id = (last += 1);
      thread ??= start();
      thread.ref();
      const hashed = new Promise<string>((resolve, reject) => waiting.set(id, { resolve, reject }));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage({ id, password: password.toWellFormed(), salts } satisfies BcryptTask);
      return hashed.finally(() => waiting.size === 0 && thread?.unref());
    },
    close: async () => thread?.terminate(),
  };
}
